/** Is a key a command: neither with a modifier nor meant for a field or a dialog? */
export const isCommand = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !(event.target as Element).closest("input, textarea, select, dialog") && !document.querySelector(":modal");

