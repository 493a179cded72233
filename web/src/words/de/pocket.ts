import type { pocket as english } from "../en/pocket.ts";

/** Was die Seiten ohne Haus sagen. */
export const pocket: Record<keyof typeof english, string> = {
  "pocket.needs-house": "Dafür braucht es ein Haus: Diese Seite spielt nur auf diesem Gerät.",
  "pocket.person": "Jemand an diesem Gerät",
  "pocket.take": "{name}, nimm das Gerät",
  "pocket.only": "Jetzt soll niemand sonst hinsehen.",
  "pocket.ready": "Ich bin {name}: Zeig meine Seite",
  "pocket.about": "Spiele bleiben in diesem Browser und brauchen keine Verbindung. Ein Browser kann sie löschen, wenn du lange nicht da bist: Speichere, was du behalten willst.",
  "pocket.lost": "Das ließ sich nicht festhalten: Der Browser hat keinen Platz mehr oder verbietet es. Nichts hat sich geändert. Schaff Platz und lade die Seite neu.",
  "pocket.gone": "Dieser Browser hat das Spiel gelöscht, es kann nicht weitergehen. Wenn du es in einer Datei gespeichert hast, öffne sie auf der Startseite.",
  "pocket.no-rules": "Dieser Browser kann die Regeln nicht ausführen: Er hat kein oder nur ein altes WebAssembly, oder eine Datei fehlt. Lade die Seite neu oder nimm einen anderen Browser.",
  "pocket.no-store": "Dieser Browser lässt die Seite nichts behalten; ein Spiel wäre sofort verloren. Verlass das private Fenster, erlaube der Seite, Daten zu speichern, oder nimm einen anderen Browser.",
  "pocket.missing": "Eine Datei dieser Seite lässt sich nicht laden. Verbinde dich einmal mit dem Netz oder lade die Seite neu.",
  "pocket.failed": "Hier ist etwas schiefgegangen. Nichts ist verloren: Versuch es noch einmal.",
  "pocket.save": "{game} in einer Datei speichern",
  "pocket.not-opened": "Nichts hat sich geändert. Öffne eine andere Datei, oder diese mit dem Sanguis, das sie gespeichert hat.",
  "pocket.open": "Ein gespeichertes Spiel öffnen",
};
