/** What the pages without a house say. */
export const pocket = {
  "pocket.needs-house": "That needs a house: this page plays on this device alone.",
  "pocket.person": "Somebody at this device",
  "pocket.take": "{name}, take the device",
  "pocket.only": "Nobody else should look now.",
  "pocket.ready": "I am {name}: show my side",
  "pocket.about": "Games stay in this browser and need no connection. A browser may delete them if you stay away for long: save what you want to keep.",
  "pocket.lost": "This could not be written down: the browser has no room left, or forbids it. Nothing has changed. Make room and load the page again.",
  "pocket.gone": "This browser has deleted the game, so it cannot go on. If you saved it to a file, open that on the front page.",
  "pocket.no-rules": "This browser cannot run the rules: it has no WebAssembly or only an old one, or a file is missing. Load the page again, or try another browser.",
  "pocket.no-store": "This browser does not let the page keep anything, so a game would be lost at once. Leave the private window, allow the page to store data, or try another browser.",
  "pocket.missing": "A file of this page cannot be fetched. Connect to the network once, or load the page again.",
  "pocket.failed": "Something went wrong here. Nothing is lost: try again.",
  "pocket.save": "Save {game} to a file",
  "pocket.not-opened": "Nothing has changed. Open another file, or open this one with the Sanguis that saved it.",
  "pocket.open": "Open a saved game",
} as const;
