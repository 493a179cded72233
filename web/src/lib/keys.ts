/** Is it neither with a modifier nor meant for a field or a dialog? */
const isFree = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !(event.target as Element).closest("input, textarea, select, dialog") && !document.querySelector(":modal");

/** Is it a letter, a digit or another sign that could be written? */
export const isTyped = (event: KeyboardEvent): boolean => isFree(event) && event.key.length === 1 && event.key !== " ";

/** Is a key a command? What is typed while the chat is open is meant for the chat. */
export const isCommand = (event: KeyboardEvent): boolean => isFree(event) && !(isTyped(event) && document.querySelector("[data-writing]"));
