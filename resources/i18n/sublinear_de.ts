<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Sublinear</name>
    <message>
        <source> (and %1 more refused)</source>
        <translation> (und %1 weitere abgelehnt)</translation>
    </message>
    <message>
        <source> (changed)</source>
        <translation> (geändert)</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source> bytes</source>
        <translation> Byte</translation>
    </message>
    <message>
        <source> for another scenario</source>
        <translation> für ein anderes Szenario</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source> with a disturbed time</source>
        <translation> mit gestörter Zeit</translation>
    </message>
    <message>
        <source>%1 % saved per % of forward</source>
        <translation>%1 % gespart je % vorwärts</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2 instead of %3</source>
        <translation>%1 %2 statt %3</translation>
    </message>
    <message>
        <source>%1 %2 to %3: %4 to %5 GiB, now at %6</source>
        <translation>%1 %2 bis %3: %4 bis %5 GiB, jetzt bei %6</translation>
    </message>
    <message>
        <source>%1 %2, %3 more forward</source>
        <translation>%1 %2, %3 mehr vorwärts</translation>
    </message>
    <message>
        <source>%1 (%2 GiB)</source>
        <translation>%1 (%2 GiB)</translation>
    </message>
    <message>
        <source>%1 (and %2 more refused)</source>
        <translation>%1 (und %2 weitere abgelehnt)</translation>
    </message>
    <message>
        <source>%1 (assumed)</source>
        <translation>%1 (angenommen)</translation>
    </message>
    <message>
        <source>%1 (does not fit)</source>
        <translation>%1 (passt nicht)</translation>
    </message>
    <message>
        <source>%1 (it is a model's config: File &gt; Import config takes it)</source>
        <translation>%1 (das ist die Konfiguration eines Modells: Datei &gt; Konfiguration importieren nimmt sie)</translation>
    </message>
    <message>
        <source>%1 (logarithmic)</source>
        <translation>%1 (logarithmisch)</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 GiB, %2</source>
        <translation>%1 GiB, %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 are fastest: %2</source>
        <translation>%1 sind am schnellsten: %2</translation>
    </message>
    <message>
        <source>%1 as it runs</source>
        <translation>%1, wie es läuft</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>%1 at K=%2</source>
        <translation>%1 bei K=%2</translation>
    </message>
    <message>
        <source>%1 at m=%2</source>
        <translation>%1 bei m=%2</translation>
    </message>
    <message>
        <source>%1 at the pool's high-water mark</source>
        <translation>%1 am Höchststand des Vorrats</translation>
    </message>
    <message>
        <source>%1 beyond +%2 %</source>
        <translation>%1 jenseits von +%2 %</translation>
    </message>
    <message>
        <source>%1 beyond the slab, which kernels hold</source>
        <translation>%1 neben dem Speicherblock, die Kernel halten</translation>
    </message>
    <message>
        <source>%1 boundaries, %2 of a layer each</source>
        <translation>%1 Grenzen, je %2 einer Schicht</translation>
    </message>
    <message>
        <source>%1 by law</source>
        <translation>%1 nach der Formel</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>%1 cannot be modelled: %2.</source>
        <translation>%1 ist nicht modelliert: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be run on the other machine</source>
        <translation>%1 lässt sich auf dem anderen Rechner nicht starten</translation>
    </message>
    <message>
        <source>%1 carried over</source>
        <translation>%1 übertragen</translation>
    </message>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>%1 ließ sich nicht starten: %2</translation>
    </message>
    <message>
        <source>%1 does not fit at batch %2: %3</source>
        <translation>%1 passt bei Batch %2 nicht: %3</translation>
    </message>
    <message>
        <source>%1 fit at batch %2 in %3 GiB, %4.</source>
        <translation>%1 passen bei Batch %2 in %3 GiB, %4.</translation>
    </message>
    <message>
        <source>%1 fit at batch %2 in %3 GiB, with %4.</source>
        <translation>%1 passen bei Batch %2 in %3 GiB; %4.</translation>
    </message>
    <message>
        <source>%1 fit the largest batch: %2</source>
        <translation>%1 erlauben den größten Batch: %2</translation>
    </message>
    <message>
        <source>%1 fit too at batch %2 in %3 GiB, %4.</source>
        <translation>Auch %1 passen bei Batch %2 in %3 GiB, %4.</translation>
    </message>
    <message>
        <source>%1 fit too at batch %2 in %3 GiB, with %4.</source>
        <translation>Auch %1 passen bei Batch %2 in %3 GiB; %4.</translation>
    </message>
    <message>
        <source>%1 fits at batch %2 in %3 GiB, %4.</source>
        <translation>%1 passt bei Batch %2 in %3 GiB, %4.</translation>
    </message>
    <message>
        <source>%1 fits at batch %2 in %3 GiB, with %4.</source>
        <translation>%1 passt bei Batch %2 in %3 GiB; %4.</translation>
    </message>
    <message>
        <source>%1 fits the largest batch: %2</source>
        <translation>%1 erlaubt den größten Batch: %2</translation>
    </message>
    <message>
        <source>%1 fits too at batch %2 in %3 GiB, %4.</source>
        <translation>Auch %1 passt bei Batch %2 in %3 GiB, %4.</translation>
    </message>
    <message>
        <source>%1 fits too at batch %2 in %3 GiB, with %4.</source>
        <translation>Auch %1 passt bei Batch %2 in %3 GiB; %4.</translation>
    </message>
    <message>
        <source>%1 forward</source>
        <translation>%1 vorwärts</translation>
    </message>
    <message>
        <source>%1 forward by time, expected %2</source>
        <translation>%1 vorwärts nach der Zeit, erwartet %2</translation>
    </message>
    <message>
        <source>%1 has changes that are not in the file.</source>
        <translation>%1 hat Änderungen, die nicht in der Datei stehen.</translation>
    </message>
    <message>
        <source>%1 in act and x</source>
        <translation>%1 in act und x</translation>
    </message>
    <message>
        <source>%1 is fastest: %2 at batch %3</source>
        <translation>%1 ist am schnellsten: %2 bei Batch %3</translation>
    </message>
    <message>
        <source>%1 is not a file on this computer</source>
        <translation>%1 ist keine Datei auf diesem Rechner</translation>
    </message>
    <message>
        <source>%1 kept for backward</source>
        <translation>%1 für rückwärts behalten</translation>
    </message>
    <message>
        <source>%1 less than the baseline.</source>
        <translation>%1 weniger als die Basis.</translation>
    </message>
    <message>
        <source>%1 less what stays</source>
        <translation>%1 ohne das, was bleibt</translation>
    </message>
    <message>
        <source>%1 live</source>
        <translation>%1 belegt</translation>
    </message>
    <message>
        <source>%1 made again, no extra matrix FLOPs</source>
        <translation>%1 neu berechnet, keine zusätzlichen Matrix-FLOPs</translation>
    </message>
    <message>
        <source>%1 measured beyond +%2 %</source>
        <translation>%1 gemessen jenseits von +%2 %</translation>
    </message>
    <message>
        <source>%1 measured points</source>
        <translation>%1 gemessene Punkte</translation>
    </message>
    <message>
        <source>%1 measured, %2</source>
        <translation>%1 gemessen, %2</translation>
    </message>
    <message>
        <source>%1 measured: %2, expected %3</source>
        <translation>%1 gemessen: %2, erwartet %3</translation>
    </message>
    <message>
        <source>%1 more than the baseline.</source>
        <translation>%1 mehr als die Basis.</translation>
    </message>
    <message>
        <source>%1 need least: %2</source>
        <translation>%1 am kleinsten: %2</translation>
    </message>
    <message>
        <source>%1 needs least: %2</source>
        <translation>%1 am kleinsten: %2</translation>
    </message>
    <message>
        <source>%1 of %2 GiB</source>
        <translation>%1 von %2 GiB</translation>
    </message>
    <message>
        <source>%1 of %2 GiB: %3</source>
        <translation>%1 von %2 GiB: %3</translation>
    </message>
    <message>
        <source>%1 of %2 at %3</source>
        <translation>%1 von %2 bei %3</translation>
    </message>
    <message>
        <source>%1 of %2 at a budget of %3</source>
        <translation>%1 von %2 mit einem Budget von %3</translation>
    </message>
    <message>
        <source>%1 of %2 bytes</source>
        <translation>%1 von %2 Byte</translation>
    </message>
    <message>
        <source>%1 of %2 kept, %3 in part, %4 recomputed</source>
        <translation>%1 von %2 behalten, %3 zum Teil, %4 neu berechnet</translation>
    </message>
    <message>
        <source>%1 of %2 kept, %3 recomputed</source>
        <translation>%1 von %2 behalten, %3 neu berechnet</translation>
    </message>
    <message>
        <source>%1 of %2 kept; hatched: recomputed</source>
        <translation>%1 von %2 bleiben; schraffiert: neu berechnet</translation>
    </message>
    <message>
        <source>%1 of %2 points measured</source>
        <translation>%1 von %2 Punkten gemessen</translation>
    </message>
    <message>
        <source>%1 of %2 storing everything</source>
        <translation>%1 von %2, wenn alles behalten wird</translation>
    </message>
    <message>
        <source>%1 of %2 with %3</source>
        <translation>%1 von %2 mit %3</translation>
    </message>
    <message>
        <source>%1 of %2. %3</source>
        <translation>%1 von %2. %3</translation>
    </message>
    <message>
        <source>%1 of 1 point measured</source>
        <translation>%1 von 1 Punkt gemessen</translation>
    </message>
    <message>
        <source>%1 operations; the highest is %2 at %3</source>
        <translation>%1 Operationen; am höchsten steht %2 bei %3</translation>
    </message>
    <message>
        <source>%1 parameters, %2 gradients, %3, %4</source>
        <translation>Parameter %1, Gradienten %2, %3, %4</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>%1 je Sekunde</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 Punkte</translation>
    </message>
    <message>
        <source>%1 policies</source>
        <translation>%1 Strategien</translation>
    </message>
    <message>
        <source>%1 slot</source>
        <translation>%1 Platz</translation>
    </message>
    <message>
        <source>%1 slots</source>
        <translation>%1 Plätze</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 to spare</source>
        <translation>%1 frei</translation>
    </message>
    <message>
        <source>%1 touched in a larger slab</source>
        <translation>%1 berührt in einem größeren Speicherblock</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 mit %2</translation>
    </message>
    <message>
        <source>%1 with the reserve</source>
        <translation>%1 mit der Reserve</translation>
    </message>
    <message>
        <source>%1 without a valid peak</source>
        <translation>%1 ohne gültige Spitze</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, %2 bytes</source>
        <translation>%1, %2 Byte</translation>
    </message>
    <message>
        <source>%1, %2=%3</source>
        <translation>%1, %2=%3</translation>
    </message>
    <message>
        <source>%1, GiB</source>
        <translation>%1, GiB</translation>
    </message>
    <message>
        <source>%1, about %2, up to %3. %4.</source>
        <translation>%1, etwa %2, bis zu %3. %4.</translation>
    </message>
    <message>
        <source>%1, best</source>
        <translation>%1, am besten</translation>
    </message>
    <message>
        <source>%1, dropped and recomputed</source>
        <translation>%1, verworfen und neu berechnet</translation>
    </message>
    <message>
        <source>%1, for another scenario</source>
        <translation>%1, für ein anderes Szenario</translation>
    </message>
    <message>
        <source>%1, layer %2</source>
        <translation>%1, Schicht %2</translation>
    </message>
    <message>
        <source>%1, least</source>
        <translation>%1, kleinster</translation>
    </message>
    <message>
        <source>%1, m = K</source>
        <translation>%1, m = K</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1, Lauf %2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1. %2. Now at %3</source>
        <translation>%1. %2. Jetzt bei %3</translation>
    </message>
    <message>
        <source>%1. Chosen: %2 %3</source>
        <translation>%1. Gewählt: %2 %3</translation>
    </message>
    <message>
        <source>%1. Chosen: %2, %3 of %4</source>
        <translation>%1. Gewählt: %2, %3 von %4</translation>
    </message>
    <message>
        <source>%1. Chosen: batch %2</source>
        <translation>%1. Gewählt: Batch %2</translation>
    </message>
    <message>
        <source>%1. Chosen: saves %2 for %3 more forward</source>
        <translation>%1. Gewählt: spart %2 für %3 mehr vorwärts</translation>
    </message>
    <message>
        <source>%1. Least %2 layers of %3. %4 Logits, parameters and optimizer are left out here; the memory card counts them.</source>
        <translation>%1. Mindestens %2 Schichten von %3. %4 Logits, Parameter und Optimierer zählen hier nicht mit; die Speicherkarte zählt sie.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1: %2 %3</translation>
    </message>
    <message>
        <source>%1: %2 GiB, %3</source>
        <translation>%1: %2 GiB, %3</translation>
    </message>
    <message>
        <source>%1: %2 is not %3.</source>
        <translation>%1: %2 ist nicht %3.</translation>
    </message>
    <message>
        <source>%1: %2 is not accepted</source>
        <translation>%1: %2 wird nicht angenommen</translation>
    </message>
    <message>
        <source>%1: %2 is not accepted with %3</source>
        <translation>%1: %2 wird nicht angenommen mit %3</translation>
    </message>
    <message>
        <source>%1: %2 is not known</source>
        <translation>%1: %2 ist nicht bekannt</translation>
    </message>
    <message>
        <source>%1: %2 is not one of %3.</source>
        <translation>%1: %2 ist keines von %3.</translation>
    </message>
    <message>
        <source>%1: %2 samples per second</source>
        <translation>%1: %2 Sequenzen je Sekunde</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>%1: %2. Selective, recursive, revolve and optimal take no K</source>
        <translation>%1: %2. Selektiv, rekursiv, Revolve und optimal haben kein K</translation>
    </message>
    <message>
        <source>%1: backward is over</source>
        <translation>%1: Rückwärtslauf ist vorbei</translation>
    </message>
    <message>
        <source>%1: batch %2 fits</source>
        <translation>%1: Batch %2 passt</translation>
    </message>
    <message>
        <source>%1: checkpoint, kept in full</source>
        <translation>%1: Checkpoint, ganz behalten</translation>
    </message>
    <message>
        <source>%1: dropped</source>
        <translation>%1: verworfen</translation>
    </message>
    <message>
        <source>%1: its input kept</source>
        <translation>%1: Eingabe behalten</translation>
    </message>
    <message>
        <source>%1: its input made again</source>
        <translation>%1: Eingabe neu berechnet</translation>
    </message>
    <message>
        <source>%1: kept in full</source>
        <translation>%1: ganz behalten</translation>
    </message>
    <message>
        <source>%1: kept without named tensors</source>
        <translation>%1: ohne die genannten Tensoren behalten</translation>
    </message>
    <message>
        <source>%1: not even batch 1 fits</source>
        <translation>%1: nicht einmal Batch 1 passt</translation>
    </message>
    <message>
        <source>%1: not given</source>
        <translation>%1: nicht angegeben</translation>
    </message>
    <message>
        <source>%1: not saved, because no window could open it again: %2</source>
        <translation>%1: nicht gespeichert, weil kein Fenster es wieder öffnen könnte: %2</translation>
    </message>
    <message>
        <source>%1: not yet run</source>
        <translation>%1: noch nicht gelaufen</translation>
    </message>
    <message>
        <source>%1: over 2^63-1 bytes</source>
        <translation>%1: über 2^63-1 Byte</translation>
    </message>
    <message>
        <source>%1: peak %2 GiB, %3</source>
        <translation>%1: Spitze %2 GiB, %3</translation>
    </message>
    <message>
        <source>%1: recomputed</source>
        <translation>%1: neu berechnet</translation>
    </message>
    <message>
        <source>%1: right</source>
        <translation>%1: richtig</translation>
    </message>
    <message>
        <source>%1: search</source>
        <translation>%1: Suche</translation>
    </message>
    <message>
        <source>%1: unknown field</source>
        <translation>%1: unbekanntes Feld</translation>
    </message>
    <message>
        <source>%1: your answer</source>
        <translation>%1: Ihre Antwort</translation>
    </message>
    <message>
        <source>%1; %2 failed</source>
        <translation>%1; %2 gescheitert</translation>
    </message>
    <message>
        <source>&amp;About Sublinear</source>
        <translation>Über S&amp;ublinear</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>&amp;Charts</source>
        <translation>&amp;Diagramme</translation>
    </message>
    <message>
        <source>&amp;Clear baseline</source>
        <translation>Basis &amp;lösen</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation>&amp;Zeilen kopieren</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>&amp;Gerät</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>&amp;Go to baseline</source>
        <translation>Zur &amp;Basis gehen</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;History…</source>
        <translation>&amp;Verlauf…</translation>
    </message>
    <message>
        <source>&amp;Import config…</source>
        <translation>Konfiguration &amp;importieren…</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Measure panel</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Neu</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>&amp;Nein</translation>
    </message>
    <message>
        <source>&amp;OK</source>
        <translation>&amp;OK</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Pin baseline</source>
        <translation>Als Basis &amp;anheften</translation>
    </message>
    <message>
        <source>&amp;Projector</source>
        <translation>&amp;Beamer</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Recent files</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Reduced</source>
        <translation>&amp;Reduziert</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>&amp;Größe</translation>
    </message>
    <message>
        <source>&amp;That of the desktop</source>
        <translation>Die des Schreib&amp;tischs</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>&amp;Type</source>
        <translation>Schrif&amp;t</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Ja</translation>
    </message>
    <message>
        <source>(A+x)/x</source>
        <translation>(A+x)/x</translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>, noch %1</translation>
    </message>
    <message>
        <source>, %1 of them measured</source>
        <translation>, davon %1 gemessen</translation>
    </message>
    <message>
        <source>, carried over from another shape</source>
        <translation>, von einer anderen Form übertragen</translation>
    </message>
    <message>
        <source>, chosen</source>
        <translation>, gewählt</translation>
    </message>
    <message>
        <source>, does not fit</source>
        <translation>, passt nicht</translation>
    </message>
    <message>
        <source>, dominated</source>
        <translation>, dominiert</translation>
    </message>
    <message>
        <source>, fits</source>
        <translation>, passt</translation>
    </message>
    <message>
        <source>, recommended</source>
        <translation>, empfohlen</translation>
    </message>
    <message>
        <source>, times disturbed</source>
        <translation>, Zeiten gestört</translation>
    </message>
    <message>
        <source>. By the law: %1</source>
        <translation>. Nach der Formel: %1</translation>
    </message>
    <message>
        <source>. Executed: %1</source>
        <translation>. Ausgeführt: %1</translation>
    </message>
    <message>
        <source>. Measured: %1</source>
        <translation>. Gemessen: %1</translation>
    </message>
    <message>
        <source>0: every device has all</source>
        <translation>0: jedes Gerät hat alles</translation>
    </message>
    <message>
        <source>1 measured point</source>
        <translation>1 gemessener Punkt</translation>
    </message>
    <message>
        <source>1 point</source>
        <translation>1 Punkt</translation>
    </message>
    <message>
        <source>1 policy</source>
        <translation>1 Strategie</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>16P in fp32, 8P in 16 bits</source>
        <translation>16P in fp32, 8P in 16 Bit</translation>
    </message>
    <message>
        <source>1: optimizer states sharded</source>
        <translation>1: Optimiererzustände verteilt</translation>
    </message>
    <message>
        <source>2: and gradients</source>
        <translation>2: und Gradienten</translation>
    </message>
    <message>
        <source>2P + 18P/data</source>
        <translation>2P + 18P/data</translation>
    </message>
    <message>
        <source>2sb(4.6894e-4 P + 1.8494e6); full a fifth of it</source>
        <translation>2sb(4.6894e-4 P + 1.8494e6); voll ein Fünftel davon</translation>
    </message>
    <message>
        <source>2sbhL(6 + 4), fused 2sbhL(6 + 0.16); full x 0.35</source>
        <translation>2sbhL(6 + 4), fused 2sbhL(6 + 0.16); voll x 0.35</translation>
    </message>
    <message>
        <source>32 layers of width 4096 at batch 4 miss 80 GiB by a quarter of a GiB at every 4.</source>
        <translation>32 Schichten der Breite 4096 bei Batch 4 verfehlen 80 GiB um ein Viertel GiB bei jeder 4.</translation>
    </message>
    <message>
        <source>3: and parameters (FSDP)</source>
        <translation>3: und Parameter (FSDP)</translation>
    </message>
    <message>
        <source>48 layers: deep enough for the bend of the curve to show.</source>
        <translation>48 Schichten: tief genug, dass man den Bogen der Kurve sieht.</translation>
    </message>
    <message>
        <source>8-bit Adam</source>
        <translation>8-Bit-Adam</translation>
    </message>
    <message>
        <source>; %1</source>
        <translation>; %1</translation>
    </message>
    <message>
        <source>; a bound, not exact</source>
        <translation>; eine Schranke, nicht exakt</translation>
    </message>
    <message>
        <source>; by law %1</source>
        <translation>; nach der Formel %1</translation>
    </message>
    <message>
        <source>; dark grows with S²</source>
        <translation>; dunkel wächst mit S²</translation>
    </message>
    <message>
        <source>; dash-dot: baseline</source>
        <translation>; Strichpunkt: Basis</translation>
    </message>
    <message>
        <source>; dashed: executed</source>
        <translation>; gestrichelt: ausgeführt</translation>
    </message>
    <message>
        <source>; dashed: the law</source>
        <translation>; gestrichelt: die Formel</translation>
    </message>
    <message>
        <source>; diamonds: measured</source>
        <translation>; Rauten: gemessen</translation>
    </message>
    <message>
        <source>; diamonds: measured on another shape</source>
        <translation>; Rauten: an anderer Form gemessen</translation>
    </message>
    <message>
        <source>; hollow: measured, another shape</source>
        <translation>; hohl: gemessen, andere Form</translation>
    </message>
    <message>
        <source>; inner ring: baseline</source>
        <translation>; innerer Ring: Basis</translation>
    </message>
    <message>
        <source>; measured: see Show what ran</source>
        <translation>; gemessen: siehe Was lief</translation>
    </message>
    <message>
        <source>; none is drawn, as none has a valid peak</source>
        <translation>; keine gezeichnet, da keine eine gültige Spitze hat</translation>
    </message>
    <message>
        <source>; none is drawn, as their shape is not known (layers, d_model, heads, batch, sequence and dtype say it)</source>
        <translation>; keine gezeichnet, da ihre Form nicht bekannt ist (layers, d_model, heads, batch, sequence und dtype sagen sie)</translation>
    </message>
    <message>
        <source>; pale diamonds: measured for another scenario</source>
        <translation>; blasse Rauten: für ein anderes Szenario gemessen</translation>
    </message>
    <message>
        <source>; the baseline's is timed otherwise</source>
        <translation>; die der Basis ist anders gemessen</translation>
    </message>
    <message>
        <source>; they are drawn on the shape that ran: Show what ran</source>
        <translation>; sie stehen bei der Form, die lief: Was lief</translation>
    </message>
    <message>
        <source>; without what stays</source>
        <translation>; ohne das, was bleibt</translation>
    </message>
    <message>
        <source>&lt;b&gt;Licence.&lt;/b&gt; Sublinear's own sources are under the MIT licence. This program links Qt Charts, which is GPL-3.0, so the program as built is distributed under GPL-3.0-or-later.</source>
        <translation>&lt;b&gt;Lizenz.&lt;/b&gt; Die eigenen Quellen von Sublinear stehen unter der MIT-Lizenz. Dieses Programm bindet Qt Charts ein, das unter GPL-3.0 steht, also wird das gebaute Programm unter GPL-3.0-or-later verbreitet.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Versions.&lt;/b&gt; Sublinear %1, Qt %2, %3</source>
        <translation>&lt;b&gt;Versionen.&lt;/b&gt; Sublinear %1, Qt %2, %3</translation>
    </message>
    <message>
        <source>A boundary costs as much as a whole layer: only then is the square root best, K* = √%1 = %2.</source>
        <translation>Eine Grenze kostet so viel wie eine ganze Schicht: nur dann ist die Wurzel am besten, K* = √%1 = %2.</translation>
    </message>
    <message>
        <source>A command in front of sublinear-microrun on another machine, such as ssh gpu-box. It must not ask for a password. Empty: this machine.</source>
        <translation>Ein Befehl vor sublinear-microrun auf einem anderen Rechner, etwa ssh gpu-box. Er darf nach keinem Passwort fragen. Leer: dieser Rechner.</translation>
    </message>
    <message>
        <source>A layer costs as much as %1 boundaries, and there are %2 layers: not one boundary saved is worth a second layer in the segment. K* = 1, and √%2 = %3 is too long.</source>
        <translation>Eine Schicht kostet so viel wie %1 Grenzen, und es gibt %2 Schichten: keine gesparte Grenze ist eine zweite Schicht im Segment wert. K* = 1, und √%2 = %3 ist zu lang.</translation>
    </message>
    <message>
        <source>A layer costs as much as %1 boundaries: segments longer than K* = √(%2 / %1) = %3 cost more than the boundaries they save, and √%2 = %4 is too long.</source>
        <translation>Eine Schicht kostet so viel wie %1 Grenzen: Segmente länger als K* = √(%2 / %1) = %3 kosten mehr als die Grenzen, die sie sparen, und √%2 = %4 ist zu lang.</translation>
    </message>
    <message>
        <source>A layer's backward pass needs what its forward pass computed: the gradient of a product needs both of its factors. So a layer's tensors cannot go before backward has come by, and the first layer, which forward leaves first, waits longest.</source>
        <translation>Der Rückwärtslauf einer Schicht braucht, was ihr Vorwärtslauf berechnet hat: Der Gradient eines Produkts braucht beide Faktoren. Die Tensoren einer Schicht können also nicht weg, bevor der Rückwärtslauf bei ihr war, und die erste Schicht, die der Vorwärtslauf zuerst verlässt, wartet am längsten.</translation>
    </message>
    <message>
        <source>A named way of keeping numbers; fills the four fields under it</source>
        <translation>Eine benannte Art, Zahlen zu halten; füllt die vier Felder darunter</translation>
    </message>
    <message>
        <source>A public model's shape; replaces the model's fields</source>
        <translation>Die Form eines veröffentlichten Modells; ersetzt die Felder des Modells</translation>
    </message>
    <message>
        <source>A real training step</source>
        <translation>Ein echter Trainingsschritt</translation>
    </message>
    <message>
        <source>A small model with a large vocabulary: once its layers are recomputed, most of the memory is logits.</source>
        <translation>Ein kleines Modell mit großem Vokabular: sind seine Schichten neu berechnet, sind das meiste Logits.</translation>
    </message>
    <message>
        <source>A smaller model leaves room for twice the batch: every 2 fits.</source>
        <translation>Ein kleineres Modell lässt Platz für den doppelten Batch: jede 2. passt.</translation>
    </message>
    <message>
        <source>A starting point; replaces every field</source>
        <translation>Ein Anfang; ersetzt jedes Feld</translation>
    </message>
    <message>
        <source>A third matrix in the MLP, as in Llama (SwiGLU)</source>
        <translation>Eine dritte Matrix im MLP, wie in Llama (SwiGLU)</translation>
    </message>
    <message>
        <source>ALiBi</source>
        <translation>ALiBi</translation>
    </message>
    <message>
        <source>About Sublinear</source>
        <translation>Über Sublinear</translation>
    </message>
    <message>
        <source>Accounting</source>
        <translation>Zählweise</translation>
    </message>
    <message>
        <source>Activation function's result</source>
        <translation>Ergebnis der Aktivierungsfunktion</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Activations grow in step with the batch: one sequence less frees a quarter of them.</source>
        <translation>Aktivierungen wachsen im Gleichschritt mit dem Batch: Eine Sequenz weniger gibt ein Viertel von ihnen frei.</translation>
    </message>
    <message>
        <source>Activations, GiB</source>
        <translation>Aktivierungen, GiB</translation>
    </message>
    <message>
        <source>Activations, GiB, under the scenario's policy</source>
        <translation>Aktivierungen, GiB, mit der Strategie des Szenarios</translation>
    </message>
    <message>
        <source>Activations, GiB, when every layer keeps all</source>
        <translation>Aktivierungen, GiB, wenn jede Schicht alles behält</translation>
    </message>
    <message>
        <source>Activations, GiB, when every layer keeps its input only</source>
        <translation>Aktivierungen, GiB, wenn jede Schicht nur ihre Eingabe behält</translation>
    </message>
    <message>
        <source>Adafactor</source>
        <translation>Adafactor</translation>
    </message>
    <message>
        <source>Adam, 8 bytes</source>
        <translation>Adam, 8 Byte</translation>
    </message>
    <message>
        <source>Adam, one sequence</source>
        <translation>Adam, eine Sequenz</translation>
    </message>
    <message>
        <source>AdamW, 8 bytes</source>
        <translation>AdamW, 8 Byte</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Dateien hinzufügen…</translation>
    </message>
    <message>
        <source>Add preset</source>
        <translation>Vorlage hinzufügen</translation>
    </message>
    <message>
        <source>Add scenarios</source>
        <translation>Szenarien hinzufügen</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Rat</translation>
    </message>
    <message>
        <source>All %1 layers are kept</source>
        <translation>Alle %1 Schichten werden behalten</translation>
    </message>
    <message>
        <source>All %1 layers are kept in part</source>
        <translation>Alle %1 Schichten werden zum Teil behalten</translation>
    </message>
    <message>
        <source>All %1 layers without %2</source>
        <translation>Alle %1 Schichten ohne %2</translation>
    </message>
    <message>
        <source>All charts of the scenario</source>
        <translation>Alle Diagramme des Szenarios</translation>
    </message>
    <message>
        <source>All inputs</source>
        <translation>Alle Eingaben</translation>
    </message>
    <message>
        <source>All of this was arithmetic. Measuring runs these schedules as a real transformer on this machine, smaller where yours has no room or time, and says what was made smaller.</source>
        <translation>Das alles war Rechnung. Messen lässt diese Abläufe als echten Transformer auf diesem Rechner laufen, kleiner, wo Platz oder Zeit fehlt, und sagt, was kleiner wurde.</translation>
    </message>
    <message>
        <source>Also sold as 175B; 70 layers of width 14336.</source>
        <translation>Auch als 175B angeboten; 70 Schichten der Breite 14336.</translation>
    </message>
    <message>
        <source>Also those that are the same in all</source>
        <translation>Auch die, die in allen gleich sind</translation>
    </message>
    <message>
        <source>An explicit count; without one the shape's is taken</source>
        <translation>Eine ausdrückliche Anzahl; ohne sie gilt die der Form</translation>
    </message>
    <message>
        <source>An fp32 copy of the parameters, which the optimizer updates: 4 bytes each</source>
        <translation>Eine fp32-Kopie der Parameter, die der Optimierer fortschreibt: je 4 Byte</translation>
    </message>
    <message>
        <source>And K=32, where all but one layer are run again?</source>
        <translation>Und K=32, wo alle Schichten bis auf eine noch einmal laufen?</translation>
    </message>
    <message>
        <source>Another step below on the same axes: of a policy that Compare lays beside, or what really runs</source>
        <translation>Ein zweiter Schritt darunter auf denselben Achsen: der einer Strategie, die Vergleichen danebenlegt, oder was wirklich läuft</translation>
    </message>
    <message>
        <source>As &amp;CSV</source>
        <translation>Als &amp;CSV</translation>
    </message>
    <message>
        <source>As &amp;LaTeX</source>
        <translation>Als &amp;LaTeX</translation>
    </message>
    <message>
        <source>As &amp;Markdown</source>
        <translation>Als &amp;Markdown</translation>
    </message>
    <message>
        <source>As chosen</source>
        <translation>Wie gewählt</translation>
    </message>
    <message>
        <source>As in HF every_n_layers: m = ceil(N/K) layers</source>
        <translation>Wie in HF every_n_layers: m = ceil(N/K) Schichten</translation>
    </message>
    <message>
        <source>As in torchtitan: m = floor(N/K) layers</source>
        <translation>Wie in torchtitan: m = floor(N/K) Schichten</translation>
    </message>
    <message>
        <source>As it was at the start</source>
        <translation>Wie es am Anfang war</translation>
    </message>
    <message>
        <source>As much as K=16</source>
        <translation>So viel wie K=16</translation>
    </message>
    <message>
        <source>As much as the baseline.</source>
        <translation>So viel wie die Basis.</translation>
    </message>
    <message>
        <source>As on the command line: store_all,segments:1,article:4. Empty: five that span the frontier, the chosen one among them.</source>
        <translation>Wie auf der Kommandozeile: store_all,segments:1,article:4. Leer: fünf, die die Front umspannen, die gewählte darunter.</translation>
    </message>
    <message>
        <source>Assumes: %1</source>
        <translation>Nimmt an: %1</translation>
    </message>
    <message>
        <source>At %1</source>
        <translation>Bei %1</translation>
    </message>
    <message>
        <source>At S=4096 attention weights take {tensor:attention_weights} a layer and all layers together {activations}. Fused attention never keeps that square, which is why long sequences need it.</source>
        <translation>Bei S=4096 brauchen die Attention-Gewichte {tensor:attention_weights} je Schicht, alle Schichten zusammen {activations}. Fused Attention behält dieses Quadrat nie; deshalb brauchen lange Sequenzen sie.</translation>
    </message>
    <message>
        <source>At the timeline's instant, %1. %2</source>
        <translation>Im Augenblick des Zeitverlaufs, %1. %2</translation>
    </message>
    <message>
        <source>At the top {activations} of {total} are activations. Parameters ({parameters}) and Adam's moments ({optimizer}) stay level all step long. This tour is about the hill.</source>
        <translation>Am Gipfel sind {activations} von {total} Aktivierungen. Parameter ({parameters}) und Adams Momente ({optimizer}) bleiben den ganzen Schritt über gleich. Um den Berg geht es hier.</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Attention and MLP in parallel</source>
        <translation>Attention und MLP nebeneinander</translation>
    </message>
    <message>
        <source>Attention branch before its norm</source>
        <translation>Attention-Zweig vor seiner Norm</translation>
    </message>
    <message>
        <source>Attention branch norm's statistics</source>
        <translation>Statistik der Norm am Attention-Zweig</translation>
    </message>
    <message>
        <source>Attention dropout mask</source>
        <translation>Dropout-Maske der Attention</translation>
    </message>
    <message>
        <source>Attention output</source>
        <translation>Attention-Ausgabe</translation>
    </message>
    <message>
        <source>Attention probabilities</source>
        <translation>Attention-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>Attention result</source>
        <translation>Attention-Ergebnis</translation>
    </message>
    <message>
        <source>Attention sinks</source>
        <translation>Attention-Senken</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>Attention-Gewichte</translation>
    </message>
    <message>
        <source>Attention weights only</source>
        <translation>Nur die Attention-Gewichte</translation>
    </message>
    <message>
        <source>Attention weights take {tensor:attention_weights}, queries, keys and values {tensor:qkv}, the FFN's intermediate {tensor:ffn_intermediate}.</source>
        <translation>Die Attention-Gewichte brauchen {tensor:attention_weights}, Queries, Keys und Values {tensor:qkv}, der FFN-Zwischenwert {tensor:ffn_intermediate}.</translation>
    </message>
    <message>
        <source>Attention weights: BHSS</source>
        <translation>Attention-Gewichte: BHSS</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>B: sequences per device in one step; every activation grows with it</source>
        <translation>B: Sequenzen je Gerät in einem Schritt; jede Aktivierung wächst damit</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to the scenario</source>
        <translation>Zurück zum Szenario</translation>
    </message>
    <message>
        <source>Back to the scenario's own ratio</source>
        <translation>Zurück zum eigenen Verhältnis des Szenarios</translation>
    </message>
    <message>
        <source>Back to this scenario's %1</source>
        <translation>Zurück zu %1 dieses Szenarios</translation>
    </message>
    <message>
        <source>Back to this step's scenario</source>
        <translation>Zum Szenario dieses Schritts</translation>
    </message>
    <message>
        <source>Baseline %1</source>
        <translation>Basis %1</translation>
    </message>
    <message>
        <source>Baseline, %1</source>
        <translation>Basis, %1</translation>
    </message>
    <message>
        <source>Baseline…</source>
        <translation>Basis…</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Batch 1</source>
        <translation>Batch 1</translation>
    </message>
    <message>
        <source>Batch 2</source>
        <translation>Batch 2</translation>
    </message>
    <message>
        <source>Batch 3</source>
        <translation>Batch 3</translation>
    </message>
    <message>
        <source>Before you read the bars: which tensor is largest?</source>
        <translation>Vor dem Ablesen: Welcher Tensor ist der größte?</translation>
    </message>
    <message>
        <source>Being computed</source>
        <translation>Wird berechnet</translation>
    </message>
    <message>
        <source>Below stands the last scenario that had one.</source>
        <translation>Darunter steht das letzte Szenario, das einen hatte.</translation>
    </message>
    <message>
        <source>Best K</source>
        <translation>Bestes K</translation>
    </message>
    <message>
        <source>Best segment length</source>
        <translation>Beste Segmentlänge</translation>
    </message>
    <message>
        <source>Bias in the MLP</source>
        <translation>Bias im MLP</translation>
    </message>
    <message>
        <source>Bias on attention output</source>
        <translation>Bias an der Attention-Ausgabe</translation>
    </message>
    <message>
        <source>Bias on query, key, value</source>
        <translation>Bias an Query, Key, Value</translation>
    </message>
    <message>
        <source>Bias on the LM head</source>
        <translation>Bias am LM-Kopf</translation>
    </message>
    <message>
        <source>Bias on the norms</source>
        <translation>Bias an den Normen</translation>
    </message>
    <message>
        <source>Bias on the router</source>
        <translation>Bias am Router</translation>
    </message>
    <message>
        <source>Biases on query, key and value only.</source>
        <translation>Bias nur an Query, Key und Value.</translation>
    </message>
    <message>
        <source>Budget, GiB</source>
        <translation>Budget, GiB</translation>
    </message>
    <message>
        <source>Byte budget</source>
        <translation>Byte-Budget</translation>
    </message>
    <message>
        <source>Calculator</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancelled: %1</source>
        <translation>Abgebrochen: %1</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Wird abgebrochen…</translation>
    </message>
    <message>
        <source>Candidates for K</source>
        <translation>Kandidaten für K</translation>
    </message>
    <message>
        <source>Changed since: %1</source>
        <translation>Seither geändert: %1</translation>
    </message>
    <message>
        <source>Checkpoint every K layers</source>
        <translation>Alle K Schichten ein Checkpoint</translation>
    </message>
    <message>
        <source>Checkpointing keeps some layers and lets the others go; where backward misses one, its forward pass runs again.</source>
        <translation>Checkpointing behält einige Schichten und gibt die anderen frei; wo dem Rückwärtslauf eine fehlt, läuft ihr Vorwärtslauf noch einmal.</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Checkpoints at layers %1</source>
        <translation>Checkpoints an Schicht %1</translation>
    </message>
    <message>
        <source>Chen et al. 2016</source>
        <translation>Chen et al. 2016</translation>
    </message>
    <message>
        <source>Choose K=5 in the chart.</source>
        <translation>K=5 im Diagramm wählen.</translation>
    </message>
    <message>
        <source>Choose the policy Segments of K, and K=1.</source>
        <translation>Die Strategie Segmente von K wählen, und K=1.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Chosen experts</source>
        <translation>Gewählte Experten</translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>Liste leeren</translation>
    </message>
    <message>
        <source>Click the ringed point.</source>
        <translation>Den Punkt mit dem Ring anklicken.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Close the measure panel</source>
        <translation>Messbereich schließen</translation>
    </message>
    <message>
        <source>Close without Saving</source>
        <translation>Ohne Speichern schließen</translation>
    </message>
    <message>
        <source>Close; a run goes on</source>
        <translation>Schließen; ein Lauf geht weiter</translation>
    </message>
    <message>
        <source>Collapsed; shows its fields</source>
        <translation>Zugeklappt; zeigt seine Felder</translation>
    </message>
    <message>
        <source>Command that reaches another machine</source>
        <translation>Befehl, der einen anderen Rechner erreicht</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare &amp;scenarios…</source>
        <translation>&amp;Szenarien vergleichen…</translation>
    </message>
    <message>
        <source>Compare policies</source>
        <translation>Strategien vergleichen</translation>
    </message>
    <message>
        <source>Compare scenarios</source>
        <translation>Szenarien vergleichen</translation>
    </message>
    <message>
        <source>Compare: %1</source>
        <translation>Vergleich: %1</translation>
    </message>
    <message>
        <source>Computing the best plan…</source>
        <translation>Der beste Plan wird berechnet…</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet…</translation>
    </message>
    <message>
        <source>Copied the command line</source>
        <translation>Kommandozeile kopiert</translation>
    </message>
    <message>
        <source>Copied the image</source>
        <translation>Bild kopiert</translation>
    </message>
    <message>
        <source>Copied the rows</source>
        <translation>Zeilen kopiert</translation>
    </message>
    <message>
        <source>Copied the scenario</source>
        <translation>Szenario kopiert</translation>
    </message>
    <message>
        <source>Copied the table</source>
        <translation>Tabelle kopiert</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;image</source>
        <translation>B&amp;ild kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;LaTeX</source>
        <translation>Als &amp;LaTeX kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>Als &amp;Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy as C&amp;SV</source>
        <translation>Als C&amp;SV kopieren</translation>
    </message>
    <message>
        <source>Copy command &amp;line</source>
        <translation>Kommando&amp;zeile kopieren</translation>
    </message>
    <message>
        <source>Copy command line</source>
        <translation>Kommandozeile kopieren</translation>
    </message>
    <message>
        <source>Copy its &amp;table</source>
        <translation>Seine &amp;Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy scenario as &amp;JSON</source>
        <translation>Szenario als &amp;JSON kopieren</translation>
    </message>
    <message>
        <source>D: width of the residual stream, d_model</source>
        <translation>D: Breite des Residualstroms, d_model</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>Datenparallel</translation>
    </message>
    <message>
        <source>Date: %1</source>
        <translation>Datum: %1</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>Gerätespeicher</translation>
    </message>
    <message>
        <source>Device to measure on</source>
        <translation>Gerät, auf dem gemessen wird</translation>
    </message>
    <message>
        <source>Device → %1</source>
        <translation>Gerät → %1</translation>
    </message>
    <message>
        <source>Device: %1</source>
        <translation>Gerät: %1</translation>
    </message>
    <message>
        <source>Devices that each take their own batch; never divides activations</source>
        <translation>Geräte, die je ihren eigenen Batch nehmen; teilt nie die Aktivierungen</translation>
    </message>
    <message>
        <source>Devices that share each layer's heads and MLP; a divisor of the heads</source>
        <translation>Geräte, die sich Köpfe und MLP jeder Schicht teilen; ein Teiler der Köpfe</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Difference of the step, %</source>
        <translation>Unterschied des Schritts, %</translation>
    </message>
    <message>
        <source>Difference, %</source>
        <translation>Unterschied, %</translation>
    </message>
    <message>
        <source>Difference, bytes</source>
        <translation>Unterschied, Byte</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Does not fit: %1, short by %2.</source>
        <translation>Passt nicht: %1, es fehlen %2.</translation>
    </message>
    <message>
        <source>Driver: %1</source>
        <translation>Treiber: %1</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Each bar is a tensor that one layer keeps for its backward pass, here for batch B=4, sequence S=2048, width D=4096, H=32 heads, in two-byte numbers.</source>
        <translation>Jeder Balken ist ein Tensor, den eine Schicht für ihren Rückwärtslauf behält, hier bei Batch B=4, Sequenz S=2048, Breite D=4096 und H=32 Köpfen, mit zwei Byte je Zahl.</translation>
    </message>
    <message>
        <source>Each layer is a segment of its own: its input stays, its saved set is made again. Hugging Face's gradient_checkpointing does the same.</source>
        <translation>Jede Schicht ist ein eigenes Segment: Ihre Eingabe bleibt, alles andere wird neu berechnet. So auch gradient_checkpointing von Hugging Face.</translation>
    </message>
    <message>
        <source>Each layer's input</source>
        <translation>Die Eingabe jeder Schicht</translation>
    </message>
    <message>
        <source>Each point is a K: how much it saves of the total, and how much forward it runs again. A point that another beats in one and equals or beats in the other is dominated, and pale. The ring marks the one that is recommended.</source>
        <translation>Jeder Punkt ist ein K: wie viel es von der Summe spart und wie viel Vorwärtslauf es wiederholt. Ein Punkt, den ein anderer in einem übertrifft und im anderen mindestens erreicht, ist dominiert und blass. Der Ring zeigt den empfohlenen.</translation>
    </message>
    <message>
        <source>Every K-th layer in full</source>
        <translation>Jede K-te Schicht ganz</translation>
    </message>
    <message>
        <source>Every K-th layer recomputed</source>
        <translation>Jede K-te Schicht neu berechnet</translation>
    </message>
    <message>
        <source>Every change, the last one at the bottom; choosing one goes back to it</source>
        <translation>Jede Änderung, die letzte unten; eine zu wählen führt zu ihr zurück</translation>
    </message>
    <message>
        <source>Every head keeps a number for every pair of tokens. With the rest of its tensors a layer takes {layer}, and 32 layers {activations}.</source>
        <translation>Jeder Kopf behält eine Zahl für jedes Paar von Token. Mit allen übrigen Tensoren braucht eine Schicht {layer}, 32 Schichten {activations}.</translation>
    </message>
    <message>
        <source>Every layer has experts of width 1536; d_ffn is in the config but unused.</source>
        <translation>Jede Schicht hat Experten der Breite 1536; d_ffn steht in der Konfiguration, wird aber nicht benutzt.</translation>
    </message>
    <message>
        <source>Every layer has experts of width 768; d_ffn is in the config but unused.</source>
        <translation>Jede Schicht hat Experten der Breite 768; d_ffn steht in der Konfiguration, wird aber nicht benutzt.</translation>
    </message>
    <message>
        <source>Every layer recomputed</source>
        <translation>Jede Schicht neu</translation>
    </message>
    <message>
        <source>Every layer recomputed: %1 (%2) to %3 GiB (%4), ours %5.</source>
        <translation>Jede Schicht neu berechnet: %1 (%2) bis %3 GiB (%4), unsere %5.</translation>
    </message>
    <message>
        <source>Every layer recomputed: %1 (%2) to %3 GiB (%4).</source>
        <translation>Jede Schicht neu berechnet: %1 (%2) bis %3 GiB (%4).</translation>
    </message>
    <message>
        <source>Every point is a fair trade</source>
        <translation>Jeder Punkt ist ein fairer Tausch</translation>
    </message>
    <message>
        <source>Every tensor</source>
        <translation>Jeder Tensor</translation>
    </message>
    <message>
        <source>Everything can be kept: %1 with %2</source>
        <translation>Alles lässt sich behalten: %1, %2</translation>
    </message>
    <message>
        <source>Everything, too</source>
        <translation>Auch alles</translation>
    </message>
    <message>
        <source>Exactly the article's laws: no gradients, no embeddings, peaks by formula</source>
        <translation>Genau die Formeln des Artikels: keine Gradienten, keine Einbettungen, Spitzen nach der Formel</translation>
    </message>
    <message>
        <source>Expanded; hides its fields</source>
        <translation>Aufgeklappt; verbirgt seine Felder</translation>
    </message>
    <message>
        <source>Expert FFN width</source>
        <translation>FFN-Breite je Experte</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>Experten je Token</translation>
    </message>
    <message>
        <source>Experts that every token goes through</source>
        <translation>Experten, durch die jedes Token geht</translation>
    </message>
    <message>
        <source>Experts' activation function's result</source>
        <translation>Ergebnis der Experten-Aktivierung</translation>
    </message>
    <message>
        <source>Experts' branch before its norm</source>
        <translation>Experten-Zweig vor seiner Norm</translation>
    </message>
    <message>
        <source>Experts' results</source>
        <translation>Ergebnisse der Experten</translation>
    </message>
    <message>
        <source>Experts' up-projection</source>
        <translation>Aufwärtsprojektion der Experten</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Exported %1 files to %2</source>
        <translation>%1 Dateien nach %2 exportiert</translation>
    </message>
    <message>
        <source>Exported 1 file to %1</source>
        <translation>1 Datei nach %1 exportiert</translation>
    </message>
    <message>
        <source>Extra forward</source>
        <translation>Zusätzliches Vorwärts</translation>
    </message>
    <message>
        <source>Extra forward work, of one forward pass</source>
        <translation>Zusätzliche Vorwärtsarbeit, Anteil eines Vorwärtslaufs</translation>
    </message>
    <message>
        <source>Extra work of one training step (a step counts as three forward passes)</source>
        <translation>Zusätzliche Arbeit eines Trainingsschritts (ein Schritt zählt als drei Vorwärtsläufe)</translation>
    </message>
    <message>
        <source>F: inner width of the MLP, d_ffn</source>
        <translation>F: innere Breite des MLP, d_ffn</translation>
    </message>
    <message>
        <source>FFN intermediate</source>
        <translation>FFN-Zwischenwert</translation>
    </message>
    <message>
        <source>FFN intermediate only</source>
        <translation>Nur der FFN-Zwischenwert</translation>
    </message>
    <message>
        <source>FFN intermediate: BSF</source>
        <translation>FFN-Zwischenwert: BSF</translation>
    </message>
    <message>
        <source>FFN output</source>
        <translation>FFN-Ausgabe</translation>
    </message>
    <message>
        <source>FFN width</source>
        <translation>FFN-Breite</translation>
    </message>
    <message>
        <source>Fair trades: %1 of %2 points</source>
        <translation>Faire Tausche: %1 von %2 Punkten</translation>
    </message>
    <message>
        <source>False</source>
        <translation>Falsch</translation>
    </message>
    <message>
        <source>Fastest at %1: %2</source>
        <translation>Am schnellsten bei %1: %2</translation>
    </message>
    <message>
        <source>Fastest at %1: %2 at batch %3</source>
        <translation>Am schnellsten bei %1: %2 bei Batch %3</translation>
    </message>
    <message>
        <source>Fi&amp;nish</source>
        <translation>Be&amp;enden</translation>
    </message>
    <message>
        <source>Figures are set in DejaVu Sans, which is under the Bitstream Vera licence.</source>
        <translation>Bilder sind in DejaVu Sans gesetzt, das unter der Bitstream-Vera-Lizenz steht.</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>Letzte Norm</translation>
    </message>
    <message>
        <source>First checkpointed layer</source>
        <translation>Erste Checkpoint-Schicht</translation>
    </message>
    <message>
        <source>First m</source>
        <translation>Erste m</translation>
    </message>
    <message>
        <source>First m layers recomputed</source>
        <translation>Erste m Schichten neu berechnet</translation>
    </message>
    <message>
        <source>First norm's result</source>
        <translation>Ergebnis der ersten Norm</translation>
    </message>
    <message>
        <source>First norm's statistics</source>
        <translation>Statistik der ersten Norm</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Fits up to batch %1</source>
        <translation>Passt bis Batch %1</translation>
    </message>
    <message>
        <source>Fits: %1, %2 to spare.</source>
        <translation>Passt: %1, %2 bleiben frei.</translation>
    </message>
    <message>
        <source>Fits: %1, close: %2, %3 of the device, to spare.</source>
        <translation>Passt: %1, knapp: %2, %3 des Geräts, bleiben frei.</translation>
    </message>
    <message>
        <source>Folder for the files</source>
        <translation>Ordner für die Dateien</translation>
    </message>
    <message>
        <source>Follow the d&amp;esktop</source>
        <translation>Wie der Schr&amp;eibtisch</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>Formula: %1</source>
        <translation>Formel: %1</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Frontier</source>
        <translation>Front</translation>
    </message>
    <message>
        <source>Full logits</source>
        <translation>Volle Logits</translation>
    </message>
    <message>
        <source>Full: logits, an fp32 copy and their gradient; chunked: a part of them at a time</source>
        <translation>Voll: Logits, eine fp32-Kopie und ihr Gradient; in Stücken: je nur ein Teil davon</translation>
    </message>
    <message>
        <source>Fused (flash)</source>
        <translation>Fused (flash)</translation>
    </message>
    <message>
        <source>GELU block with dropout, F = 4h</source>
        <translation>GELU-Block mit Dropout, F = 4h</translation>
    </message>
    <message>
        <source>Gate and up-projection</source>
        <translation>Gate und Aufwärtsprojektion</translation>
    </message>
    <message>
        <source>Gate before the shared experts</source>
        <translation>Gate vor den geteilten Experten</translation>
    </message>
    <message>
        <source>Gate of the shared experts</source>
        <translation>Gate der geteilten Experten</translation>
    </message>
    <message>
        <source>Gated MLP</source>
        <translation>MLP mit Gate</translation>
    </message>
    <message>
        <source>Gated product</source>
        <translation>Produkt mit Gate</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>GiB for everything beside parameters, gradients, optimizer and reserve; without one, what the device has left</source>
        <translation>GiB für alles neben Parametern, Gradienten, Optimierer und Reserve; ohne Angabe, was das Gerät übrig hat</translation>
    </message>
    <message>
        <source>Go along the step: drag in the timeline, or press Play.</source>
        <translation>Den Schritt entlanggehen: im Zeitverlauf ziehen oder ihn abspielen.</translation>
    </message>
    <message>
        <source>Go to any step</source>
        <translation>Zu jedem Schritt</translation>
    </message>
    <message>
        <source>Go to the baseline</source>
        <translation>Zur Basis gehen</translation>
    </message>
    <message>
        <source>Go to the peak</source>
        <translation>Zur Spitze</translation>
    </message>
    <message>
        <source>Go to the peak (P)</source>
        <translation>Zur Spitze (P)</translation>
    </message>
    <message>
        <source>Gradient type</source>
        <translation>Gradiententyp</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Gradients are store_all's, bit for bit</source>
        <translation>Gradienten sind die von store_all, Bit für Bit</translation>
    </message>
    <message>
        <source>Gradients differ from store_all's</source>
        <translation>Gradienten weichen von denen von store_all ab</translation>
    </message>
    <message>
        <source>Griewank and Walther</source>
        <translation>Griewank und Walther</translation>
    </message>
    <message>
        <source>Guided &amp;tour</source>
        <translation>Geführte &amp;Tour</translation>
    </message>
    <message>
        <source>Guided tour</source>
        <translation>Geführte Tour</translation>
    </message>
    <message>
        <source>H: attention heads; one S by S matrix each</source>
        <translation>H: Attention-Köpfe; je eine S-mal-S-Matrix</translation>
    </message>
    <message>
        <source>Half the batch: every 2 is enough, and only half of the forward pass is run again.</source>
        <translation>Der halbe Batch: jede 2. genügt, und nur der halbe Vorwärtslauf läuft noch einmal.</translation>
    </message>
    <message>
        <source>Head tied, as the library does by default; the stored file keeps a copy of it (41,835,970,560).</source>
        <translation>Kopf geteilt, wie die Bibliothek es vorgibt; die gespeicherte Datei hält eine Kopie davon (41,835,970,560).</translation>
    </message>
    <message>
        <source>Head tied, as the library does by default; the stored file keeps a copy of it (7,217,189,760).</source>
        <translation>Kopf geteilt, wie die Bibliothek es vorgibt; die gespeicherte Datei hält eine Kopie davon (7,217,189,760).</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>Kopfbreite</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>Held back for context, libraries and fragmentation; assumed</source>
        <translation>Zurückgehalten für Kontext, Bibliotheken und Zerstückelung; angenommen</translation>
    </message>
    <message>
        <source>Help &gt; Guided tour goes on where you left it</source>
        <translation>Hilfe &gt; Geführte Tour geht weiter, wo Sie sie verlassen haben</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Hkv: heads of keys and values; fewer than H in grouped-query attention</source>
        <translation>Hkv: Köpfe der Keys und Values; weniger als H bei Grouped-Query-Attention</translation>
    </message>
    <message>
        <source>How far apart they are</source>
        <translation>Wie weit sie auseinanderliegen</translation>
    </message>
    <message>
        <source>How fast it plays; at 1× a step takes 12 seconds</source>
        <translation>Wie schnell es abläuft; bei 1× dauert ein Schritt 12 Sekunden</translation>
    </message>
    <message>
        <source>How many boundaries a layer costs, (A+x)/x: 1 on the left, the square root rule's case</source>
        <translation>Wie viele Grenzen eine Schicht kostet, (A+x)/x: links 1, der Fall der Wurzelregel</translation>
    </message>
    <message>
        <source>How many of them a token goes through (top k)</source>
        <translation>Durch wie viele davon ein Token geht (top k)</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>Import a model's config</source>
        <translation>Konfiguration eines Modells importieren</translation>
    </message>
    <message>
        <source>Imported %1 from %2, in training accounting</source>
        <translation>%1 aus %2 importiert, in der Zählweise Training</translation>
    </message>
    <message>
        <source>In chunks</source>
        <translation>In Stücken</translation>
    </message>
    <message>
        <source>In pixels or millimetres: 960x600, 160x100mm</source>
        <translation>In Pixeln oder Millimetern: 960x600, 160x100mm</translation>
    </message>
    <message>
        <source>In split</source>
        <translation>In Aufteilung</translation>
    </message>
    <message>
        <source>In the sums so far K=1 keeps everything. What does K=1 keep in torch's checkpoint_sequential?</source>
        <translation>In den bisherigen Summen behält K=1 alles. Was behält K=1 in torchs checkpoint_sequential?</translation>
    </message>
    <message>
        <source>In these sums every K-th layer stays, and one stretch of K layers is alive while it is run again: N/K + K layers' worth instead of N. At K=1 all are kept: {total}.</source>
        <translation>In diesen Summen bleibt jede K-te Schicht, und ein Abschnitt von K Schichten lebt, während er noch einmal läuft: N/K + K Schichten statt N. Bei K=1 bleiben alle: {total}.</translation>
    </message>
    <message>
        <source>Inner width of one expert</source>
        <translation>Innere Breite eines Experten</translation>
    </message>
    <message>
        <source>Inner width of one shared expert</source>
        <translation>Innere Breite eines geteilten Experten</translation>
    </message>
    <message>
        <source>Intervals are often tried as 1, 2, 4, 8, 16, 32. In that list nothing fits {limit} at this batch: K=4 and K=8 both take {total} and miss by {short}.</source>
        <translation>Abstände werden oft als 1, 2, 4, 8, 16, 32 probiert. Aus dieser Liste passt bei diesem Batch nichts in {limit}: K=4 und K=8 brauchen beide {total}, es fehlen {short}.</translation>
    </message>
    <message>
        <source>Its points are diamonds on the charts. Here they stand by the dashed line, which is what such a step really holds, not by the law, which rounds.</source>
        <translation>Die Punkte sind Rauten in den Diagrammen. Sie stehen hier an der gestrichelten Linie, dem, was ein solcher Schritt wirklich hält, nicht am Gesetz, das rundet.</translation>
    </message>
    <message>
        <source>K (logarithmic)</source>
        <translation>K (logarithmisch)</translation>
    </message>
    <message>
        <source>K means different things</source>
        <translation>K bedeutet Verschiedenes</translation>
    </message>
    <message>
        <source>K* = %1</source>
        <translation>K* = %1</translation>
    </message>
    <message>
        <source>K-th in full</source>
        <translation>K-te ganz</translation>
    </message>
    <message>
        <source>K-th recomputed</source>
        <translation>K-te neu berechnet</translation>
    </message>
    <message>
        <source>K: a checkpoint every K layers; ticks stand at the divisors of N, the mark at its square root</source>
        <translation>K: alle K Schichten ein Checkpoint; Striche stehen an den Teilern von N, die Marke an seiner Wurzel</translation>
    </message>
    <message>
        <source>K=%1 means %2 to %3</source>
        <translation>K=%1 heißt %2 bis %3</translation>
    </message>
    <message>
        <source>K=%1: %2 layers</source>
        <translation>K=%1: %2 Schichten</translation>
    </message>
    <message>
        <source>K=4</source>
        <translation>K=4</translation>
    </message>
    <message>
        <source>K=4 and K=8 save the same. Which of them is dominated?</source>
        <translation>K=4 und K=8 sparen gleich viel. Welches ist dominiert?</translation>
    </message>
    <message>
        <source>K=4 misses by {short} at batch 4. What does fit at K=4?</source>
        <translation>Bei K=4 und Batch 4 fehlen {short}. Was passt bei K=4?</translation>
    </message>
    <message>
        <source>K=5 makes a step {step@5} longer than K=1. At each one's largest batch, sequences per time...</source>
        <translation>K=5 macht einen Schritt um {step@5} länger als K=1. Beim jeweils größten Batch werden Sequenzen je Zeit...</translation>
    </message>
    <message>
        <source>K=5, 6 and 7 fit with {total@5}: 6+5, 5+6 and 4+7 are all 11 layers' worth, one less than 8+4 and 4+8. Of the three, K=5 runs the fewest layers again.</source>
        <translation>K=5, 6 und 7 passen mit {total@5}: 6+5, 5+6 und 4+7 sind je 11 Schichten, eine weniger als 8+4 und 4+8. Von den dreien lässt K=5 die wenigsten Schichten noch einmal laufen.</translation>
    </message>
    <message>
        <source>K=5: {total}, {forward} of a forward pass. Points up to there trade memory for time. Past it the curve turns back: every one costs more for no more memory.</source>
        <translation>K=5: {total}, {forward} eines Vorwärtslaufs. Die Punkte bis dahin tauschen Speicher gegen Zeit. Danach kehrt die Kurve um: Jeder kostet mehr und spart nicht mehr.</translation>
    </message>
    <message>
        <source>K=8</source>
        <translation>K=8</translation>
    </message>
    <message>
        <source>K=8 runs {forward@8} of a forward pass again for the {saved@8} that K=4 saves with {forward@4}.</source>
        <translation>K=8 wiederholt {forward@8} eines Vorwärtslaufs für die {saved@8}, die K=4 mit {forward@4} spart.</translation>
    </message>
    <message>
        <source>Keep every K-th layer</source>
        <translation>Jede K-te Schicht behalten</translation>
    </message>
    <message>
        <source>Keep the present scenario as what every chart, the table and the verdict are held against</source>
        <translation>Das jetzige Szenario als das behalten, woran jedes Diagramm, die Tabelle und das Urteil gemessen werden</translation>
    </message>
    <message>
        <source>Keeps %1. Met as: %2.</source>
        <translation>Behält %1. Zu finden als: %2.</translation>
    </message>
    <message>
        <source>Keeps %1. Where: %2.</source>
        <translation>Behält %1. Wo: %2.</translation>
    </message>
    <message>
        <source>Kept %1: layers %2</source>
        <translation>%1 behalten: Schichten %2</translation>
    </message>
    <message>
        <source>Kept layers, checkpoints and the live segment</source>
        <translation>Behaltene Schichten, Checkpoints und das lebende Segment</translation>
    </message>
    <message>
        <source>Kept until backward, GiB; hatched: recomputed</source>
        <translation>Behalten bis zum Rückwärtslauf, GiB; schraffiert: neu berechnet</translation>
    </message>
    <message>
        <source>Kept, GiB; in part: without %1</source>
        <translation>Behalten, GiB; zum Teil: ohne %1</translation>
    </message>
    <message>
        <source>Key/value heads</source>
        <translation>Key/Value-Köpfe</translation>
    </message>
    <message>
        <source>L(17sbh + 4sbF + 2abs^2) + 6sbV; selective x 0.6; full 2sbhL + one layer + 6sbV</source>
        <translation>L(17sbh + 4sbF + 2abs^2) + 6sbV; selektiv x 0.6; voll 2sbhL + eine Schicht + 6sbV</translation>
    </message>
    <message>
        <source>L(17sbh + 4sbF + 5abs^2); fused 4sbh + 8abs for the last; full 2sbhL</source>
        <translation>L(17sbh + 4sbF + 5abs^2); fused 4sbh + 8abs statt des letzten; voll 2sbhL</translation>
    </message>
    <message>
        <source>L(18sbh + 4sbF + 5abs^2), 8sbF if gated; selective without 5abs^2; full 2sbhL</source>
        <translation>L(18sbh + 4sbF + 5abs^2), 8sbF mit Gate; selektiv ohne 5abs^2; voll 2sbhL</translation>
    </message>
    <message>
        <source>L(34sbh + 5abs^2); full the same divided by L</source>
        <translation>L(34sbh + 5abs^2); voll dasselbe durch L</translation>
    </message>
    <message>
        <source>L(34sbh + 5abs^2); selective 34sbhL; full 2sbhL</source>
        <translation>L(34sbh + 5abs^2); selektiv 34sbhL; voll 2sbhL</translation>
    </message>
    <message>
        <source>L(34sbh + 5abs^2); with its checkpointing 34sbhL; 18P</source>
        <translation>L(34sbh + 5abs^2); mit seinem Checkpointing 34sbhL; 18P</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>S&amp;prache</translation>
    </message>
    <message>
        <source>Largest at budget %1: %2</source>
        <translation>Am größten bei Budget %1: %2</translation>
    </message>
    <message>
        <source>Largest batch</source>
        <translation>Größter Batch</translation>
    </message>
    <message>
        <source>Largest batch / (1 + extra step): samples per normalised step; assumes that step time does not depend on the batch</source>
        <translation>Größter Batch / (1 + Mehrschritt): Sequenzen je normiertem Schritt; nimmt an, dass die Schrittzeit nicht vom Batch abhängt</translation>
    </message>
    <message>
        <source>Largest batch over K</source>
        <translation>Größter Batch über K</translation>
    </message>
    <message>
        <source>Largest batch that fits %1, sequences</source>
        <translation>Größter Batch, der in %1 passt, Sequenzen</translation>
    </message>
    <message>
        <source>Largest batch that fits the device</source>
        <translation>Größter Batch, der auf das Gerät passt</translation>
    </message>
    <message>
        <source>Largest: %1, %2</source>
        <translation>Am größten: %1, %2</translation>
    </message>
    <message>
        <source>Last segment stored</source>
        <translation>Letztes Segment behalten</translation>
    </message>
    <message>
        <source>Layer %1: checkpoint, kept in full, %2</source>
        <translation>Schicht %1: Checkpoint, ganz behalten, %2</translation>
    </message>
    <message>
        <source>Layer %1: dropped, %2 recomputed</source>
        <translation>Schicht %1: verworfen, %2 neu berechnet</translation>
    </message>
    <message>
        <source>Layer %1: keeps %2 of %3, %4 recomputed</source>
        <translation>Schicht %1: behält %2 von %3, %4 neu berechnet</translation>
    </message>
    <message>
        <source>Layer %1: keeps %2 of %3, the rest recomputed</source>
        <translation>Schicht %1: behält %2 von %3, der Rest neu berechnet</translation>
    </message>
    <message>
        <source>Layer %1: keeps its input, %2; %3 recomputed</source>
        <translation>Schicht %1: behält ihre Eingabe, %2; %3 neu berechnet</translation>
    </message>
    <message>
        <source>Layer %1: kept in full, %2</source>
        <translation>Schicht %1: ganz behalten, %2</translation>
    </message>
    <message>
        <source>Layer inputs kept at a time, the first one counted</source>
        <translation>Schichteingaben, die zugleich behalten werden, die erste mitgezählt</translation>
    </message>
    <message>
        <source>Layer to boundary, in tenths</source>
        <translation>Schicht zu Grenze, in Zehnteln</translation>
    </message>
    <message>
        <source>LayerNorm</source>
        <translation>LayerNorm</translation>
    </message>
    <message>
        <source>LayerNorm without weights. The published MLP width is gate and up together.</source>
        <translation>LayerNorm ohne Gewichte. Die veröffentlichte MLP-Breite ist Gate und Aufwärtsprojektion zusammen.</translation>
    </message>
    <message>
        <source>LayerNorm without weights. The published MLP width of 22016 is gate and up together.</source>
        <translation>LayerNorm ohne Gewichte. Die veröffentlichte MLP-Breite von 22016 ist Gate und Aufwärtsprojektion zusammen.</translation>
    </message>
    <message>
        <source>LayerNorm, no weights</source>
        <translation>LayerNorm, ohne Gewichte</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Layers 1, K+1, …</source>
        <translation>Schichten 1, K+1, …</translation>
    </message>
    <message>
        <source>Layers K, 2K, …</source>
        <translation>Schichten K, 2K, …</translation>
    </message>
    <message>
        <source>Layers alone: K=%1 are least at ratio %2</source>
        <translation>Nur Schichten: K=%1 sind am kleinsten bei Verhältnis %2</translation>
    </message>
    <message>
        <source>Layers alone: K=%1 is least at ratio %2</source>
        <translation>Nur Schichten: K=%1 ist am kleinsten bei Verhältnis %2</translation>
    </message>
    <message>
        <source>Layers before the first one with experts</source>
        <translation>Schichten vor der ersten mit Experten</translation>
    </message>
    <message>
        <source>Layers, from the first on, that keep only their input</source>
        <translation>Schichten, von der ersten an, die nur ihre Eingabe behalten</translation>
    </message>
    <message>
        <source>Leading layers without experts</source>
        <translation>Erste Schichten ohne Experten</translation>
    </message>
    <message>
        <source>Learned</source>
        <translation>Gelernt</translation>
    </message>
    <message>
        <source>Least at budget %1: %2</source>
        <translation>Am wenigsten bei Budget %1: %2</translation>
    </message>
    <message>
        <source>Leave Batch at 4 and find a K that fits.</source>
        <translation>Den Batch bei 4 lassen und ein K finden, das passt.</translation>
    </message>
    <message>
        <source>Leave the tour</source>
        <translation>Tour verlassen</translation>
    </message>
    <message>
        <source>Leave the tour (Esc); Help &gt; Guided tour goes on from here</source>
        <translation>Tour verlassen (Esc); Hilfe &gt; Geführte Tour geht hier weiter</translation>
    </message>
    <message>
        <source>Leave, with my scenario</source>
        <translation>Verlassen, mit meinem Szenario</translation>
    </message>
    <message>
        <source>Leaves out: %1</source>
        <translation>Lässt aus: %1</translation>
    </message>
    <message>
        <source>Leaves the tour and takes the scenario from before it</source>
        <translation>Verlässt die Tour und nimmt das Szenario von davor</translation>
    </message>
    <message>
        <source>Left out of every saved set and made again when the backward pass needs them</source>
        <translation>Aus jedem gespeicherten Satz weggelassen und neu berechnet, wenn der Rückwärtslauf es braucht</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Live memory at the timeline's instant, GiB</source>
        <translation>Belegter Speicher im Augenblick des Zeitverlaufs, GiB</translation>
    </message>
    <message>
        <source>Live over a step, GiB</source>
        <translation>Belegt über einen Schritt, GiB</translation>
    </message>
    <message>
        <source>Live over a step, GiB; peak %1</source>
        <translation>Belegt über einen Schritt, GiB; Spitze %1</translation>
    </message>
    <message>
        <source>Live over a step, peak %1 GiB</source>
        <translation>Belegt über einen Schritt, Spitze %1 GiB</translation>
    </message>
    <message>
        <source>Llama 3.1 8B has the same shape with 131072 positions.</source>
        <translation>Llama 3.1 8B hat dieselbe Form mit 131072 Positionen.</translation>
    </message>
    <message>
        <source>Llama 3.1 and 3.3 70B have the same shape with 131072 positions.</source>
        <translation>Llama 3.1 und 3.3 70B haben dieselbe Form mit 131072 Positionen.</translation>
    </message>
    <message>
        <source>Log your own runs…</source>
        <translation>Eigene Läufe aufzeichnen…</translation>
    </message>
    <message>
        <source>Log your own training runs</source>
        <translation>Eigene Trainingsläufe aufzeichnen</translation>
    </message>
    <message>
        <source>Log-sum-exp of the scores</source>
        <translation>Log-sum-exp der Scores</translation>
    </message>
    <message>
        <source>Logits and loss</source>
        <translation>Logits und Verlust</translation>
    </message>
    <message>
        <source>Long sequences: attention's matrices are nearly everything, and how many layers keep theirs decides.</source>
        <translation>Lange Sequenzen: die Matrizen der Attention sind fast alles, und es entscheidet, wie viele Schichten ihre behalten.</translation>
    </message>
    <message>
        <source>Looking for devices…</source>
        <translation>Geräte werden gesucht…</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>M&amp;otion</source>
        <translation>Be&amp;wegung</translation>
    </message>
    <message>
        <source>MIT licence</source>
        <translation>MIT-Lizenz</translation>
    </message>
    <message>
        <source>MLP branch before its norm</source>
        <translation>MLP-Zweig vor seiner Norm</translation>
    </message>
    <message>
        <source>MLP branch norm's statistics</source>
        <translation>Statistik der Norm am MLP-Zweig</translation>
    </message>
    <message>
        <source>MLPs of a mixture of experts per layer; 0 for a dense model</source>
        <translation>MLPs eines Mixture of Experts je Schicht; 0 für ein dichtes Modell</translation>
    </message>
    <message>
        <source>Make the baseline the scenario again</source>
        <translation>Die Basis wieder zum Szenario machen</translation>
    </message>
    <message>
        <source>Make the baseline the scenario, and pin what is the scenario now</source>
        <translation>Die Basis zum Szenario machen und anheften, was jetzt Szenario ist</translation>
    </message>
    <message>
        <source>Masks of the dropout layers, one byte an element</source>
        <translation>Masken der Dropout-Schichten, ein Byte je Element</translation>
    </message>
    <message>
        <source>Master weights</source>
        <translation>fp32-Gewichte</translation>
    </message>
    <message>
        <source>Materialized</source>
        <translation>Materialisiert</translation>
    </message>
    <message>
        <source>Materialized keeps the S by S matrices of every head; fused (flash) keeps none</source>
        <translation>Materialisiert behält die S-mal-S-Matrizen jedes Kopfs; fused (flash) behält keine</translation>
    </message>
    <message>
        <source>Meanings</source>
        <translation>Bedeutungen</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Measure it here</source>
        <translation>Hier messen</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Measured peak, bytes</source>
        <translation>Gemessene Spitze, Byte</translation>
    </message>
    <message>
        <source>Measured points</source>
        <translation>Gemessene Punkte</translation>
    </message>
    <message>
        <source>Measured step, ms</source>
        <translation>Gemessener Schritt, ms</translation>
    </message>
    <message>
        <source>Measured: %1</source>
        <translation>Gemessen: %1</translation>
    </message>
    <message>
        <source>Measurement shown in the table</source>
        <translation>Messung, die in der Tabelle steht</translation>
    </message>
    <message>
        <source>Measurements (*.json);;All files (*)</source>
        <translation>Messungen (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Measurements and training runs (*.json *.jsonl *.csv);;All files (*)</source>
        <translation>Messungen und Trainingsläufe (*.json *.jsonl *.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Measurements of other machines, or your own training runs as CSV or JSON</source>
        <translation>Messungen anderer Rechner oder eigene Trainingsläufe als CSV oder JSON</translation>
    </message>
    <message>
        <source>Measure…</source>
        <translation>Messen…</translation>
    </message>
    <message>
        <source>Megatron --recompute-method block</source>
        <translation>Megatron --recompute-method block</translation>
    </message>
    <message>
        <source>Megatron selective; llm.c -r 1 and -r 2</source>
        <translation>Megatron selective; llm.c -r 1 und -r 2</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory differs most at %1, by %2</source>
        <translation>Der Speicher weicht am meisten ab bei %1, um %2</translation>
    </message>
    <message>
        <source>Memory over K</source>
        <translation>Speicher über K</translation>
    </message>
    <message>
        <source>Memory saved, %, against extra forward, %</source>
        <translation>Gesparter Speicher, %, gegen mehr Vorwärtslauf, %</translation>
    </message>
    <message>
        <source>Memory split</source>
        <translation>Speicheraufteilung</translation>
    </message>
    <message>
        <source>Memory to the byte as predicted</source>
        <translation>Speicher auf das Byte wie vorhergesagt</translation>
    </message>
    <message>
        <source>Memory to the byte as predicted, time within %1</source>
        <translation>Speicher auf das Byte wie vorhergesagt, Zeit auf %1 genau</translation>
    </message>
    <message>
        <source>Memory within %1</source>
        <translation>Speicher auf %1 genau</translation>
    </message>
    <message>
        <source>Memory within %1, time within %2</source>
        <translation>Speicher auf %1 genau, Zeit auf %2</translation>
    </message>
    <message>
        <source>Memory-compute frontier</source>
        <translation>Front von Speicher und Rechnen</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Meters: %1</source>
        <translation>Messgeräte: %1</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model configs (config.json *.json);;All files (*)</source>
        <translation>Modellkonfigurationen (config.json *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Model name</source>
        <translation>Modellname</translation>
    </message>
    <message>
        <source>Model preset</source>
        <translation>Modellvorlage</translation>
    </message>
    <message>
        <source>Model shape</source>
        <translation>Modellform</translation>
    </message>
    <message>
        <source>Model → %1</source>
        <translation>Modell → %1</translation>
    </message>
    <message>
        <source>More than keeping all</source>
        <translation>Mehr, als alles zu behalten</translation>
    </message>
    <message>
        <source>Most bytes that activations may take</source>
        <translation>So viele Byte dürfen Aktivierungen höchstens nehmen</translation>
    </message>
    <message>
        <source>Most of these tensors hold something for each token, one of them something for each pair of tokens.</source>
        <translation>Die meisten dieser Tensoren halten etwas für jedes Token, einer davon etwas für jedes Paar von Token.</translation>
    </message>
    <message>
        <source>N*act + x; segments ceil(N/K)*x + K*act, act = 2(16sbh + 2abs^2)</source>
        <translation>N*act + x; Segmente ceil(N/K)*x + K*act, act = 2(16sbh + 2abs^2)</translation>
    </message>
    <message>
        <source>N*act; segments of one layer N*x + act</source>
        <translation>N*act; Segmente von einer Schicht N*x + act</translation>
    </message>
    <message>
        <source>N/K falls with K, the stretch that is run again grows with it. The two balance at K = √N, for 32 layers 5.66. At K=8 the sum is the same as at K=4: {total}.</source>
        <translation>N/K sinkt mit K, der Abschnitt, der noch einmal läuft, wächst mit K. Beide sind bei K = √N gleich, für 32 Schichten bei 5.66. K=8 ergibt dieselbe Summe wie K=4: {total}.</translation>
    </message>
    <message>
        <source>N: how many blocks stand on each other</source>
        <translation>N: wie viele Blöcke aufeinander stehen</translation>
    </message>
    <message>
        <source>Needs %1</source>
        <translation>Braucht %1</translation>
    </message>
    <message>
        <source>Neither</source>
        <translation>Keines</translation>
    </message>
    <message>
        <source>New here? Eleven short steps through what the charts show (F1)</source>
        <translation>Neu hier? Elf kurze Schritte durch das, was die Diagramme zeigen (F1)</translation>
    </message>
    <message>
        <source>New scenario</source>
        <translation>Neues Szenario</translation>
    </message>
    <message>
        <source>No K fits at batch %1: %2 needs least, %3</source>
        <translation>Kein K passt bei Batch %1: %2 braucht am wenigsten, %3</translation>
    </message>
    <message>
        <source>No batch fits</source>
        <translation>Kein Batch passt</translation>
    </message>
    <message>
        <source>No batch fits %1 either.</source>
        <translation>Auch passt kein Batch, wenn %1.</translation>
    </message>
    <message>
        <source>No batch fits at %1 either.</source>
        <translation>Auch passt kein Batch bei %1.</translation>
    </message>
    <message>
        <source>No batch fits at any %1</source>
        <translation>Kein Batch passt, bei keinem %1</translation>
    </message>
    <message>
        <source>No batch fits with %1 either.</source>
        <translation>Auch passt kein Batch mit %1.</translation>
    </message>
    <message>
        <source>No budget fits at batch %1: %2 needs least, %3</source>
        <translation>Kein Budget passt bei Batch %1: %2 braucht am wenigsten, %3</translation>
    </message>
    <message>
        <source>No checkpointing setting can help: %1 alone take %2</source>
        <translation>Keine Einstellung hilft: %1 nehmen allein %2</translation>
    </message>
    <message>
        <source>No folder is named</source>
        <translation>Kein Ordner ist genannt</translation>
    </message>
    <message>
        <source>No format is ticked</source>
        <translation>Kein Format ist angekreuzt</translation>
    </message>
    <message>
        <source>No layer need run again: %1 with %2</source>
        <translation>Keine Schicht muss noch einmal laufen: %1, %2</translation>
    </message>
    <message>
        <source>No m fits at batch %1: %2 needs least, %3</source>
        <translation>Kein m passt bei Batch %1: %2 braucht am wenigsten, %3</translation>
    </message>
    <message>
        <source>No number of slots fits at batch %1: %2 needs least, %3</source>
        <translation>Keine Anzahl von Plätzen passt bei Batch %1: %2 brauchen am wenigsten, %3</translation>
    </message>
    <message>
        <source>No plan: %1</source>
        <translation>Kein Plan: %1</translation>
    </message>
    <message>
        <source>No point could be measured</source>
        <translation>Kein Punkt ließ sich messen</translation>
    </message>
    <message>
        <source>No step to show</source>
        <translation>Kein Schritt zu zeigen</translation>
    </message>
    <message>
        <source>No step to show: %1</source>
        <translation>Kein Schritt zu zeigen: %1</translation>
    </message>
    <message>
        <source>No such device: %1</source>
        <translation>Kein solches Gerät: %1</translation>
    </message>
    <message>
        <source>No valid peak to compare</source>
        <translation>Keine gültige Spitze zu vergleichen</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>None of the listed candidates fits at batch %1: %2 needs least, %3</source>
        <translation>Keiner der genannten Kandidaten passt bei Batch %1: %2 braucht am wenigsten, %3</translation>
    </message>
    <message>
        <source>None of these formulas has anything to say of this scenario.</source>
        <translation>Keine dieser Formeln hat zu diesem Szenario etwas zu sagen.</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>Norm after the embedding</source>
        <translation>Norm nach der Einbettung</translation>
    </message>
    <message>
        <source>Norm on query and key</source>
        <translation>Norm auf Query und Key</translation>
    </message>
    <message>
        <source>Normed query and key</source>
        <translation>Normierte Query und Key</translation>
    </message>
    <message>
        <source>Norms per layer</source>
        <translation>Normen je Schicht</translation>
    </message>
    <message>
        <source>Norms stand after attention and MLP; query and key are normed over their full width.</source>
        <translation>Normen stehen hinter Attention und MLP; Query und Key werden über ihre ganze Breite normiert.</translation>
    </message>
    <message>
        <source>Not a valid measurement</source>
        <translation>Keine gültige Messung</translation>
    </message>
    <message>
        <source>Not compared: the baseline counts a whole training step.</source>
        <translation>Nicht verglichen: die Basis zählt einen ganzen Trainingsschritt.</translation>
    </message>
    <message>
        <source>Not compared: the baseline is counted as the article does.</source>
        <translation>Nicht verglichen: die Basis ist wie im Artikel gezählt.</translation>
    </message>
    <message>
        <source>Not pinned: this scenario has no plan.</source>
        <translation>Nicht angeheftet: dieses Szenario hat keinen Plan.</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>Anmerkung: %1</translation>
    </message>
    <message>
        <source>Nothing at all</source>
        <translation>Gar nichts</translation>
    </message>
    <message>
        <source>Nothing below</source>
        <translation>Nichts darunter</translation>
    </message>
    <message>
        <source>Nothing fits, so nothing runs</source>
        <translation>Nichts passt, also läuft nichts</translation>
    </message>
    <message>
        <source>Nothing is shown. The buttons above switch each card on.</source>
        <translation>Nichts wird gezeigt. Die Knöpfe oben schalten jede Karte ein.</translation>
    </message>
    <message>
        <source>Nothing recomputed</source>
        <translation>Nichts neu berechnet</translation>
    </message>
    <message>
        <source>Nothing recomputed: %1 (%2) to %3 GiB (%4), ours %5.</source>
        <translation>Nichts neu berechnet: %1 (%2) bis %3 GiB (%4), unsere %5.</translation>
    </message>
    <message>
        <source>Nothing recomputed: %1 (%2) to %3 GiB (%4).</source>
        <translation>Nichts neu berechnet: %1 (%2) bis %3 GiB (%4).</translation>
    </message>
    <message>
        <source>Nothing to measure: %1</source>
        <translation>Nichts zu messen: %1</translation>
    </message>
    <message>
        <source>Nothing: all double</source>
        <translation>Nichts: alles verdoppelt sich</translation>
    </message>
    <message>
        <source>Now see it: set Sequence to 4096.</source>
        <translation>Jetzt ansehen: die Sequenz auf 4096 stellen.</translation>
    </message>
    <message>
        <source>Number type</source>
        <translation>Zahlentyp</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Of the last scenario that had a plan</source>
        <translation>Vom letzten Szenario, das einen Plan hatte</translation>
    </message>
    <message>
        <source>Of the last scenario that had a plan. %1</source>
        <translation>Vom letzten Szenario, das einen Plan hatte. %1</translation>
    </message>
    <message>
        <source>Of what fits, %1 recomputes least: %2 at %3</source>
        <translation>Von dem, was passt, berechnet %1 am wenigsten neu: %2 bei %3</translation>
    </message>
    <message>
        <source>On demand</source>
        <translation>Bei Bedarf</translation>
    </message>
    <message>
        <source>One layer</source>
        <translation>Eine Schicht</translation>
    </message>
    <message>
        <source>One layer %1: %2</source>
        <translation>Eine Schicht %1: %2</translation>
    </message>
    <message>
        <source>One layer is one segment: K = 1 is all there is to choose.</source>
        <translation>Eine Schicht ist ein Segment: nur K = 1 steht zur Wahl.</translation>
    </message>
    <message>
        <source>One layer's tensors</source>
        <translation>Tensoren einer Schicht</translation>
    </message>
    <message>
        <source>One point, nothing to trade</source>
        <translation>Ein Punkt, nichts zu tauschen</translation>
    </message>
    <message>
        <source>Only the input kept of layers %1</source>
        <translation>Nur die Eingabe behalten von Schicht %1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Open &amp;preset</source>
        <translation>&amp;Vorlage öffnen</translation>
    </message>
    <message>
        <source>Open measured points</source>
        <translation>Gemessene Punkte öffnen</translation>
    </message>
    <message>
        <source>Open points…</source>
        <translation>Punkte öffnen…</translation>
    </message>
    <message>
        <source>Open scenario</source>
        <translation>Szenario öffnen</translation>
    </message>
    <message>
        <source>Open the measure panel, and press Measure.</source>
        <translation>Den Messbereich öffnen und Messen drücken.</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>%1 geöffnet</translation>
    </message>
    <message>
        <source>Opened %1: %2</source>
        <translation>%1 geöffnet: %2</translation>
    </message>
    <message>
        <source>Opened what %1 was drawn from</source>
        <translation>Geöffnet, woraus %1 gezeichnet wurde</translation>
    </message>
    <message>
        <source>Optimal</source>
        <translation>Optimal</translation>
    </message>
    <message>
        <source>Optimal under a budget</source>
        <translation>Optimal unter einem Budget</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation>Optimiererzustände</translation>
    </message>
    <message>
        <source>Origin: %1</source>
        <translation>Herkunft: %1</translation>
    </message>
    <message>
        <source>Other calculators, activations and states in GiB</source>
        <translation>Andere Rechner, Aktivierungen und Zustände in GiB</translation>
    </message>
    <message>
        <source>Out of memory: %1</source>
        <translation>Kein Speicher mehr: %1</translation>
    </message>
    <message>
        <source>Out of time: %1</source>
        <translation>Zeit abgelaufen: %1</translation>
    </message>
    <message>
        <source>Output of the MLP's first matrix: B S F, and a matrix product to make again</source>
        <translation>Ausgabe der ersten Matrix des MLP: B S F, und ein Matrixprodukt neu zu berechnen</translation>
    </message>
    <message>
        <source>Outputs of the norms: B S D each</source>
        <translation>Ausgaben der Normen: je B S D</translation>
    </message>
    <message>
        <source>Own device</source>
        <translation>Eigenes Gerät</translation>
    </message>
    <message>
        <source>Own scenario</source>
        <translation>Eigenes Szenario</translation>
    </message>
    <message>
        <source>Own shape</source>
        <translation>Eigene Form</translation>
    </message>
    <message>
        <source>PNG s&amp;cale</source>
        <translation>PNG-&amp;Faktor</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Parameters and Adam alone are over the limit: no checkpointing can help.</source>
        <translation>Parameter und Adam allein sind über der Grenze: kein Checkpointing hilft.</translation>
    </message>
    <message>
        <source>Parameters, gradients and optimizer, GiB</source>
        <translation>Parameter, Gradienten und Optimierer, GiB</translation>
    </message>
    <message>
        <source>Parameters, optimizer states and whatever else stays through the whole step; without them the rest is larger</source>
        <translation>Parameter, Optimiererzustände und was sonst den ganzen Schritt lang bleibt; ohne sie ist der Rest größer</translation>
    </message>
    <message>
        <source>Past %1 nothing is gained</source>
        <translation>Hinter %1 ist nichts gewonnen</translation>
    </message>
    <message>
        <source>Past %1 you pay more for less</source>
        <translation>Hinter %1 zahlt man nur drauf</translation>
    </message>
    <message>
        <source>Past √N</source>
        <translation>Jenseits von √N</translation>
    </message>
    <message>
        <source>Paste this into your training script and call it once per policy: it appends a row to runs.csv. Open that file here, or drop it on the window. Policies are named as on the command line (store_all, segments with K=1 for checkpointing every layer, every_nth, ...); a column that is a field of the scenario (layers, d_model, batch, dtype, ...) is part of the shape, the same in every row. Without layers, d_model, heads, batch, sequence and dtype the points have no place on the charts; d_ffn is 4 d_model where it is not given. What else you do not know you leave empty.</source>
        <translation>Dies gehört in Ihr Trainingsskript und wird je Strategie einmal aufgerufen: es hängt eine Zeile an runs.csv. Diese Datei öffnen Sie hier oder lassen sie auf das Fenster fallen. Strategien heißen wie auf der Kommandozeile (store_all, segments mit K=1 für einen Checkpoint an jeder Schicht, every_nth, ...); eine Spalte, die ein Feld des Szenarios ist (layers, d_model, batch, dtype, ...), gehört zur Form und ist in jeder Zeile gleich. Ohne layers, d_model, heads, batch, sequence und dtype haben die Punkte keinen Platz in den Diagrammen; d_ffn ist 4 d_model, wo es fehlt. Was Sie sonst nicht wissen, lassen Sie leer.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>Peak: %1</source>
        <translation>Spitze: %1</translation>
    </message>
    <message>
        <source>Peaks: %1 and %2 GiB</source>
        <translation>Spitzen: %1 und %2 GiB</translation>
    </message>
    <message>
        <source>Percent of memory saved per percent of extra forward</source>
        <translation>Prozent gesparter Speicher je Prozent mehr Vorwärtslauf</translation>
    </message>
    <message>
        <source>Phi-3.5-mini has the same shape with 131072 positions.</source>
        <translation>Phi-3.5-mini hat dieselbe Form mit 131072 Positionen.</translation>
    </message>
    <message>
        <source>Pinned as the baseline: %1</source>
        <translation>Als Basis angeheftet: %1</translation>
    </message>
    <message>
        <source>Pixels of a PNG for each of the size</source>
        <translation>Pixel eines PNG je Pixel der Größe</translation>
    </message>
    <message>
        <source>Plain SGD</source>
        <translation>Einfaches SGD</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Play from the instant on (Space); stops at the peak</source>
        <translation>Vom Augenblick an abspielen (Leertaste); hält an der Spitze</translation>
    </message>
    <message>
        <source>Play the step</source>
        <translation>Den Schritt abspielen</translation>
    </message>
    <message>
        <source>Point %1 of %2, %3</source>
        <translation>Punkt %1 von %2, %3</translation>
    </message>
    <message>
        <source>Point: %1</source>
        <translation>Punkt: %1</translation>
    </message>
    <message>
        <source>Policies</source>
        <translation>Strategien</translation>
    </message>
    <message>
        <source>Policies  </source>
        <translation>Strategien  </translation>
    </message>
    <message>
        <source>Policies to measure</source>
        <translation>Zu messende Strategien</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>Policy → %1</source>
        <translation>Strategie → %1</translation>
    </message>
    <message>
        <source>Position rows</source>
        <translation>Positionszeilen</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>Preallocated</source>
        <translation>Vorab belegt</translation>
    </message>
    <message>
        <source>Preallocated: all of them all the time; on demand: as autograd frees and makes them</source>
        <translation>Vorab belegt: alle die ganze Zeit; bei Bedarf: wie Autograd sie anlegt und freigibt</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Predicted and measured now stand side by side. Next, choose your own model and count a real training step: both are at the top of the left side.</source>
        <translation>Vorhersage und Messung stehen nun nebeneinander. Als Nächstes ein eigenes Modell wählen und einen echten Trainingsschritt zählen: beides oben links.</translation>
    </message>
    <message>
        <source>Predicted peak, bytes</source>
        <translation>Vorhergesagte Spitze, Byte</translation>
    </message>
    <message>
        <source>Predicted step, ms</source>
        <translation>Vorhergesagter Schritt, ms</translation>
    </message>
    <message>
        <source>Predicted: %1</source>
        <translation>Vorhergesagt: %1</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>Gegenwärtig</translation>
    </message>
    <message>
        <source>Probabilities behind dropout</source>
        <translation>Wahrscheinlichkeiten hinter Dropout</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>Fortschritt der Messung</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>Beamer</translation>
    </message>
    <message>
        <source>Projector in a dark &amp;room</source>
        <translation>Beamer im d&amp;unklen Raum</translation>
    </message>
    <message>
        <source>Python code</source>
        <translation>Python-Code</translation>
    </message>
    <message>
        <source>Q, K, V projections</source>
        <translation>Q-, K-, V-Projektionen</translation>
    </message>
    <message>
        <source>Qt and its licences</source>
        <translation>Qt und seine Lizenzen</translation>
    </message>
    <message>
        <source>Queries, keys, values: 3BSD</source>
        <translation>Queries, Keys, Values: 3BSD</translation>
    </message>
    <message>
        <source>Query and key norms' statistics</source>
        <translation>Statistik der Normen auf Query und Key</translation>
    </message>
    <message>
        <source>Query, key, value</source>
        <translation>Query, Key, Value</translation>
    </message>
    <message>
        <source>R&amp;eset scenario</source>
        <translation>Szenario zurücks&amp;etzen</translation>
    </message>
    <message>
        <source>RMSNorm</source>
        <translation>RMSNorm</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Empfohlen</translation>
    </message>
    <message>
        <source>Recomputed segment</source>
        <translation>Neu berechnetes Segment</translation>
    </message>
    <message>
        <source>Recomputed tensors</source>
        <translation>Neu berechnete Tensoren</translation>
    </message>
    <message>
        <source>Recomputed: layers %1</source>
        <translation>Neu berechnet: Schichten %1</translation>
    </message>
    <message>
        <source>Recursive</source>
        <translation>Rekursiv</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>Abgelehnt: %1</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove column</source>
        <translation>Spalte entfernen</translation>
    </message>
    <message>
        <source>Remove this measurement from the window</source>
        <translation>Diese Messung aus dem Fenster entfernen</translation>
    </message>
    <message>
        <source>Repor&amp;t…</source>
        <translation>Be&amp;richt…</translation>
    </message>
    <message>
        <source>Reports (*.pdf *.html);;All files (*)</source>
        <translation>Berichte (*.pdf *.html);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Reset scenario</source>
        <translation>Szenario zurücksetzen</translation>
    </message>
    <message>
        <source>Reset to default</source>
        <translation>Auf Vorgabe zurücksetzen</translation>
    </message>
    <message>
        <source>Residual before the MLP</source>
        <translation>Residuum vor dem MLP</translation>
    </message>
    <message>
        <source>Residual dropout mask</source>
        <translation>Dropout-Maske des Residuums</translation>
    </message>
    <message>
        <source>Residuals</source>
        <translation>Residuen</translation>
    </message>
    <message>
        <source>Revolve</source>
        <translation>Revolve</translation>
    </message>
    <message>
        <source>Rotary</source>
        <translation>Rotary</translation>
    </message>
    <message>
        <source>Rotary on 64 of 256 dimensions per head.</source>
        <translation>Rotary auf 64 von 256 Dimensionen je Kopf.</translation>
    </message>
    <message>
        <source>Rotary on a quarter of each head; vocabulary padded to the tensor-parallel degree.</source>
        <translation>Rotary auf einem Viertel jedes Kopfs; Vokabular auf den Tensorparallelgrad aufgefüllt.</translation>
    </message>
    <message>
        <source>Rotor; rockmate</source>
        <translation>Rotor; rockmate</translation>
    </message>
    <message>
        <source>Router probabilities</source>
        <translation>Router-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>Run these policies for real (Ctrl+M)</source>
        <translation>Diese Strategien wirklich laufen lassen (Strg+M)</translation>
    </message>
    <message>
        <source>Run: %1</source>
        <translation>Lauf: %1</translation>
    </message>
    <message>
        <source>Running layers again makes a step longer; a larger batch makes it carry more. What a training run feels is sequences per time.</source>
        <translation>Schichten noch einmal laufen zu lassen macht einen Schritt länger; ein größerer Batch lässt ihn mehr tragen. Ein Training spürt Sequenzen je Zeit.</translation>
    </message>
    <message>
        <source>Runtime: %1</source>
        <translation>Laufzeit: %1</translation>
    </message>
    <message>
        <source>S goes from 2048 to 4096. What becomes four times as large?</source>
        <translation>S geht von 2048 auf 4096. Was wird viermal so groß?</translation>
    </message>
    <message>
        <source>S&amp;cenario</source>
        <translation>S&amp;zenario</translation>
    </message>
    <message>
        <source>S&amp;wap with baseline</source>
        <translation>Mit Basis &amp;tauschen</translation>
    </message>
    <message>
        <source>S: tokens per sequence; attention weights grow with its square</source>
        <translation>S: Token je Sequenz; Attention-Gewichte wachsen mit dem Quadrat</translation>
    </message>
    <message>
        <source>SGD, momentum</source>
        <translation>SGD, Momentum</translation>
    </message>
    <message>
        <source>SGD, no state</source>
        <translation>SGD, kein Zustand</translation>
    </message>
    <message>
        <source>Samples / s</source>
        <translation>Sequenzen / s</translation>
    </message>
    <message>
        <source>Samples per second at the largest batch, calibrated on %1</source>
        <translation>Sequenzen je Sekunde beim größten Batch, geeicht auf %1</translation>
    </message>
    <message>
        <source>Samples per second, calibrated on %1</source>
        <translation>Sequenzen je Sekunde, geeicht auf %1</translation>
    </message>
    <message>
        <source>Samples per time of a store-all step at the scenario's batch, reached at the largest batch; assumes the device's rates</source>
        <translation>Sequenzen je Zeit eines Schritts, der alles behält, beim Batch des Szenarios; erreicht beim größten Batch; nimmt die Raten des Geräts an</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;als…</translation>
    </message>
    <message>
        <source>Save measurement</source>
        <translation>Messung speichern</translation>
    </message>
    <message>
        <source>Save scenario</source>
        <translation>Szenario speichern</translation>
    </message>
    <message>
        <source>Save them?</source>
        <translation>Speichern?</translation>
    </message>
    <message>
        <source>Save this measurement as a file</source>
        <translation>Diese Messung als Datei speichern</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespart</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Saved / forward</source>
        <translation>Gespart / vorw.</translation>
    </message>
    <message>
        <source>Saved memory is worth what it is used for, and most often that is a larger batch. With everything kept, batch {batch@1} is the most that fits here.</source>
        <translation>Gesparter Speicher ist wert, wofür er genutzt wird, meist für einen größeren Batch. Wird alles behalten, passt hier höchstens Batch {batch@1}.</translation>
    </message>
    <message>
        <source>Saved, % of its own store-all</source>
        <translation>Gespart, % des Ganzen</translation>
    </message>
    <message>
        <source>Saved, %, against forward, %; a bound, not exact</source>
        <translation>Gespart, %, gegen vorwärts, %; eine Schranke, nicht exakt</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Says nothing of the chosen policy: %1</source>
        <translation>Sagt nichts zur gewählten Strategie: %1</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Scaling curves</source>
        <translation>Skalierungskurven</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Scenario → %1</source>
        <translation>Szenario → %1</translation>
    </message>
    <message>
        <source>Scenario's</source>
        <translation>Des Szenarios</translation>
    </message>
    <message>
        <source>Scenarios (*.sublinear.json *.json);;All files (*)</source>
        <translation>Szenarien (*.sublinear.json *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Scenarios side by side</source>
        <translation>Szenarien nebeneinander</translation>
    </message>
    <message>
        <source>Scenarios, measurements and figures (*.sublinear.json *.json *.jsonl *.svg *.pdf *.png *.html *.csv *.tikz);;All files (*)</source>
        <translation>Szenarien, Messungen und Bilder (*.sublinear.json *.json *.jsonl *.svg *.pdf *.png *.html *.csv *.tikz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Scores and probabilities of the attention, where they are kept at all: S by S per head</source>
        <translation>Scores und Wahrscheinlichkeiten der Attention, wo sie überhaupt behalten werden: S mal S je Kopf</translation>
    </message>
    <message>
        <source>Second norm's result</source>
        <translation>Ergebnis der zweiten Norm</translation>
    </message>
    <message>
        <source>Second norm's statistics</source>
        <translation>Statistik der zweiten Norm</translation>
    </message>
    <message>
        <source>See it: set K to 32.</source>
        <translation>Ansehen: K auf 32 stellen.</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>Segmente</translation>
    </message>
    <message>
        <source>Segments of K</source>
        <translation>Segmente von K</translation>
    </message>
    <message>
        <source>Selective</source>
        <translation>Selektiv</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>Sequence %1 is longer than the model's %2 learned positions: no run of it exists beyond those.</source>
        <translation>Sequenz %1 ist länger als die %2 gelernten Positionen des Modells: darüber gibt es keinen Lauf.</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>Sequenzparallel</translation>
    </message>
    <message>
        <source>Set K to 4, with the slider or by a click in the chart.</source>
        <translation>K auf 4 stellen, mit dem Regler oder durch einen Klick ins Diagramm.</translation>
    </message>
    <message>
        <source>Shape that ran: %1</source>
        <translation>Form, die lief: %1</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <source>Share of the total when everything is kept</source>
        <translation>Anteil am Ganzen, wenn alles behalten wird</translation>
    </message>
    <message>
        <source>Shared expert FFN width</source>
        <translation>FFN-Breite der geteilten Experten</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>Geteilte Experten</translation>
    </message>
    <message>
        <source>Shared experts' activation function's result</source>
        <translation>Aktivierungsergebnis der geteilten Experten</translation>
    </message>
    <message>
        <source>Shared experts' result</source>
        <translation>Ergebnis der geteilten Experten</translation>
    </message>
    <message>
        <source>Shared experts' up-projection</source>
        <translation>Aufwärtsprojektion der geteilten Experten</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Show or hide: %1</source>
        <translation>Zeigen oder verbergen: %1</translation>
    </message>
    <message>
        <source>Show other meanings of "checkpoint every K" beside the chosen one</source>
        <translation>Andere Bedeutungen von „alle K ein Checkpoint“ neben der gewählten zeigen</translation>
    </message>
    <message>
        <source>Show the usual cards</source>
        <translation>Übliche Karten zeigen</translation>
    </message>
    <message>
        <source>Show this instant in the memory split</source>
        <translation>Diesen Augenblick in der Aufteilung zeigen</translation>
    </message>
    <message>
        <source>Show what ran</source>
        <translation>Was lief</translation>
    </message>
    <message>
        <source>Show what stays through the whole step</source>
        <translation>Zeigen, was den ganzen Schritt lang bleibt</translation>
    </message>
    <message>
        <source>Shows the panel that runs these policies for real</source>
        <translation>Zeigt den Bereich, der diese Strategien wirklich laufen lässt</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>Gleitendes Fenster</translation>
    </message>
    <message>
        <source>So far a kept layer kept its whole saved set. Most frameworks mean something else by the same words: they keep the input of each segment of K layers, and nothing else.</source>
        <translation>Bisher behielt eine behaltene Schicht alles, was ihr Rückwärtslauf braucht. Die meisten Frameworks meinen mit denselben Worten etwas anderes: Sie behalten die Eingabe jedes Segments von K Schichten, sonst nichts.</translation>
    </message>
    <message>
        <source>Some repacked files carry 16 key/value heads (410B); 8 is what was released.</source>
        <translation>Manche neu gepackten Dateien haben 16 Key/Value-Köpfe (410B); veröffentlicht wurden 8.</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>Stack alone: boundaries, live segment; in layers A+x</source>
        <translation>Nur der Stapel: Grenzen, lebendes Segment; in Schichten A+x</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>States</source>
        <translation>Zustände</translation>
    </message>
    <message>
        <source>States kept</source>
        <translation>Behaltene Zustände</translation>
    </message>
    <message>
        <source>Stay at K=4 and set Batch to 3.</source>
        <translation>Bei K=4 bleiben und den Batch auf 3 stellen.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Step below it</source>
        <translation>Schritt darunter</translation>
    </message>
    <message>
        <source>Step foretold from the operations of %1: %2</source>
        <translation>Schritt vorhergesagt aus den Operationen von %1: %2</translation>
    </message>
    <message>
        <source>Step of the tour</source>
        <translation>Schritt der Tour</translation>
    </message>
    <message>
        <source>Step time and throughput are calibrated on %1</source>
        <translation>Schrittzeit und Durchsatz sind auf %1 geeicht</translation>
    </message>
    <message>
        <source>Step time in seconds and throughput in samples per second, by the times of these operations</source>
        <translation>Schrittzeit in Sekunden und Durchsatz in Sequenzen je Sekunde, nach den Zeiten dieser Operationen</translation>
    </message>
    <message>
        <source>Step timeline</source>
        <translation>Zeitverlauf eines Schritts</translation>
    </message>
    <message>
        <source>Step: %1, half of them from %2 to %3</source>
        <translation>Schritt: %1, die Hälfte davon zwischen %2 und %3</translation>
    </message>
    <message>
        <source>Steps timed: %1</source>
        <translation>Gemessene Schritte: %1</translation>
    </message>
    <message>
        <source>Still computing: %1…</source>
        <translation>Wird noch berechnet: %1…</translation>
    </message>
    <message>
        <source>Store all</source>
        <translation>Alles behalten</translation>
    </message>
    <message>
        <source>Stored files of the tied sizes hold the head a second time.</source>
        <translation>Gespeicherte Dateien der Größen mit geteiltem Kopf halten ihn ein zweites Mal.</translation>
    </message>
    <message>
        <source>Sublinear</source>
        <translation>Sublinear</translation>
    </message>
    <message>
        <source>Sublinear speaks it from its next start on.</source>
        <translation>Sublinear spricht sie vom nächsten Start an.</translation>
    </message>
    <message>
        <source>Swap with the baseline</source>
        <translation>Mit der Basis tauschen</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>F&amp;arben</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table over K</source>
        <translation>Tabelle über K</translation>
    </message>
    <message>
        <source>Takes least of all</source>
        <translation>Braucht am wenigsten</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensorparallel</translation>
    </message>
    <message>
        <source>The K that the list skips</source>
        <translation>Das K, das die Liste auslässt</translation>
    </message>
    <message>
        <source>The LM head is the embedding's matrix</source>
        <translation>Der LM-Kopf ist die Matrix der Einbettung</translation>
    </message>
    <message>
        <source>The MLP's activation (GELU, SiLU): B S F</source>
        <translation>Die Aktivierung des MLP (GELU, SiLU): B S F</translation>
    </message>
    <message>
        <source>The article's</source>
        <translation>Das des Artikels</translation>
    </message>
    <message>
        <source>The article's (default)</source>
        <translation>Das des Artikels (Vorgabe)</translation>
    </message>
    <message>
        <source>The article's layer holds no results of %1: leaving them out changes nothing in article accounting.</source>
        <translation>Die Schicht des Artikels hält keine Ergebnisse von %1: sie wegzulassen ändert in der Zählweise Artikel nichts.</translation>
    </message>
    <message>
        <source>The article's sums</source>
        <translation>Die Summen des Artikels</translation>
    </message>
    <message>
        <source>The backward pass begins there, so it need not be recomputed</source>
        <translation>Dort beginnt der Rückwärtslauf, also muss es nicht neu berechnet werden</translation>
    </message>
    <message>
        <source>The bars show what each meaning makes of the same K.</source>
        <translation>Die Balken zeigen, was jede Bedeutung aus demselben K macht.</translation>
    </message>
    <message>
        <source>The baseline, %1. Drawn in dashes and dots.</source>
        <translation>Die Basis, %1. Gestrichpunktet gezeichnet.</translation>
    </message>
    <message>
        <source>The calculator in the chosen row</source>
        <translation>Der Rechner in der gewählten Zeile</translation>
    </message>
    <message>
        <source>The depth of the model</source>
        <translation>Die Tiefe des Modells</translation>
    </message>
    <message>
        <source>The device failed: %1</source>
        <translation>Das Gerät ist ausgefallen: %1</translation>
    </message>
    <message>
        <source>The device whose memory is the limit</source>
        <translation>Das Gerät, dessen Speicher die Grenze ist</translation>
    </message>
    <message>
        <source>The difference is how much of a layer is counted: one layer's input is %1, and they count 2 to 30 times as much per layer.</source>
        <translation>Der Unterschied ist, wie viel von einer Schicht gezählt wird: die Eingabe einer Schicht ist %1, und sie zählen das 2- bis 30-fache je Schicht.</translation>
    </message>
    <message>
        <source>The difference is the S by S matrices of attention, up to %1 at 5 bytes a score: the small figures leave them out.</source>
        <translation>Der Unterschied sind die S-mal-S-Matrizen der Attention, bis zu %1 bei 5 Byte je Score: die kleinen Zahlen lassen sie aus.</translation>
    </message>
    <message>
        <source>The end of the tour (Alt+Right)</source>
        <translation>Das Ende der Tour (Alt+Rechts)</translation>
    </message>
    <message>
        <source>The frontier</source>
        <translation>Die Front</translation>
    </message>
    <message>
        <source>The inputs alone are %1: some add the layer being made again or the logits, others take a fixed part of the whole.</source>
        <translation>Die Eingaben allein sind %1: manche zählen die Schicht dazu, die gerade neu berechnet wird, oder die Logits, andere nehmen einen festen Teil des Ganzen.</translation>
    </message>
    <message>
        <source>The largest batch</source>
        <translation>Der größte Batch</translation>
    </message>
    <message>
        <source>The largest batch is %1</source>
        <translation>Der größte Batch ist %1</translation>
    </message>
    <message>
        <source>The last scenario could not be restored: %1: %2</source>
        <translation>Das letzte Szenario ließ sich nicht wiederherstellen: %1: %2</translation>
    </message>
    <message>
        <source>The law counts %1 GiB, the schedule's own peak is %2 GiB.</source>
        <translation>Die Formel zählt %1 GiB, die eigene Spitze des Ablaufs ist %2 GiB.</translation>
    </message>
    <message>
        <source>The limit in GiB; taken from the device unless given here</source>
        <translation>Die Grenze in GiB; die des Geräts, wenn hier nichts steht</translation>
    </message>
    <message>
        <source>The memory split shows this instant instead of the peak</source>
        <translation>Die Speicheraufteilung zeigt diesen Augenblick statt der Spitze</translation>
    </message>
    <message>
        <source>The multi-token head (11.5B) is not in the count; the router bias is a correction that no gradient trains.</source>
        <translation>Der Mehrtoken-Kopf (11.5B) zählt nicht mit; der Router-Bias ist eine Korrektur, die kein Gradient trainiert.</translation>
    </message>
    <message>
        <source>The next step (Alt+Right)</source>
        <translation>Der nächste Schritt (Alt+Rechts)</translation>
    </message>
    <message>
        <source>The one layer is kept</source>
        <translation>Die eine Schicht wird behalten</translation>
    </message>
    <message>
        <source>The one layer is kept %1</source>
        <translation>Die eine Schicht wird %1 behalten</translation>
    </message>
    <message>
        <source>The one stretch is the whole model, alive at once while it is run again, beside the one layer that was kept.</source>
        <translation>Der eine Abschnitt ist das ganze Modell; es lebt auf einmal, während es noch einmal läuft, neben der einen behaltenen Schicht.</translation>
    </message>
    <message>
        <source>The paper prints 24 heads of 128 for a width of 2048, which do not match; 16 heads here. Vocabulary and learned positions taken from GPT-2. The original mixes dense and banded-sparse attention, which leaves the count alone.</source>
        <translation>Der Aufsatz nennt 24 Köpfe von 128 bei Breite 2048, was nicht zusammengeht; hier 16 Köpfe. Vokabular und gelernte Positionen aus GPT-2. Das Original mischt dichte und gebänderte Attention, was die Anzahl nicht ändert.</translation>
    </message>
    <message>
        <source>The paper prints a width of 5140, which is not 40 heads of 128; 5120 here. Vocabulary and learned positions taken from GPT-2. The original mixes dense and banded-sparse attention, which leaves the count alone.</source>
        <translation>Der Aufsatz nennt eine Breite von 5140, was nicht 40 Köpfe von 128 sind; hier 5120. Vokabular und gelernte Positionen aus GPT-2. Das Original mischt dichte und gebänderte Attention, was die Anzahl nicht ändert.</translation>
    </message>
    <message>
        <source>The policy</source>
        <translation>Die Strategie</translation>
    </message>
    <message>
        <source>The position table has two rows more than positions.</source>
        <translation>Die Positionstabelle hat zwei Zeilen mehr als Positionen.</translation>
    </message>
    <message>
        <source>The same model counted as 6.4 billion parameters: now every 4 fits, with little to spare.</source>
        <translation>Dasselbe Modell als 6.4 Milliarden Parameter gezählt: jetzt passt jede 4. mit wenig Rest.</translation>
    </message>
    <message>
        <source>The scenario has changed since these points were measured.</source>
        <translation>Das Szenario hat sich geändert, seit diese Punkte gemessen wurden.</translation>
    </message>
    <message>
        <source>The scenario that the step began with; undo brings yours back</source>
        <translation>Das Szenario, mit dem der Schritt begann; Rückgängig bringt Ihres zurück</translation>
    </message>
    <message>
        <source>The scenario's own shape</source>
        <translation>Die eigene Form des Szenarios</translation>
    </message>
    <message>
        <source>The shape that ran instead of the scenario that its points are carried over to</source>
        <translation>Die Form, die lief, statt des Szenarios, auf das ihre Punkte übertragen werden</translation>
    </message>
    <message>
        <source>The step before (Alt+Left)</source>
        <translation>Der Schritt davor (Alt+Links)</translation>
    </message>
    <message>
        <source>The stored file holds 5,120 numbers more: rotary buffers.</source>
        <translation>Die gespeicherte Datei hält 5,120 Zahlen mehr: Rotary-Puffer.</translation>
    </message>
    <message>
        <source>The timeline is one training step of a model with 32 layers and everything kept. It climbs to {total} while forward runs, and comes down as backward lets one layer after another go.</source>
        <translation>Der Zeitverlauf zeigt einen Trainingsschritt eines Modells mit 32 Schichten, in dem alles behalten wird. Er steigt im Vorwärtslauf auf {total} und sinkt, während der Rückwärtslauf eine Schicht nach der anderen freigibt.</translation>
    </message>
    <message>
        <source>The window is in every other layer.</source>
        <translation>Das Fenster ist in jeder zweiten Schicht.</translation>
    </message>
    <message>
        <source>The window is in five layers of six.</source>
        <translation>Das Fenster ist in fünf von sechs Schichten.</translation>
    </message>
    <message>
        <source>The window of 4096 is in every layer.</source>
        <translation>Das Fenster von 4096 ist in jeder Schicht.</translation>
    </message>
    <message>
        <source>The worker measured nothing</source>
        <translation>Das Arbeitsprogramm hat nichts gemessen</translation>
    </message>
    <message>
        <source>The worker said what cannot be read: %1</source>
        <translation>Das Arbeitsprogramm sagte etwas Unlesbares: %1</translation>
    </message>
    <message>
        <source>The worker was lost: %1</source>
        <translation>Das Arbeitsprogramm ging verloren: %1</translation>
    </message>
    <message>
        <source>There is no device "%1".</source>
        <translation>Es gibt kein Gerät „%1“.</translation>
    </message>
    <message>
        <source>There is no field "%1".</source>
        <translation>Es gibt kein Feld „%1“.</translation>
    </message>
    <message>
        <source>There is no measurement to save</source>
        <translation>Es gibt keine Messung zu speichern</translation>
    </message>
    <message>
        <source>There is no model preset "%1".</source>
        <translation>Es gibt keine Modellvorlage „%1“.</translation>
    </message>
    <message>
        <source>There is no scenario preset "%1".</source>
        <translation>Es gibt keine Szenariovorlage „%1“.</translation>
    </message>
    <message>
        <source>These points were measured for another scenario.</source>
        <translation>Diese Punkte wurden für ein anderes Szenario gemessen.</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>This policy has no number</source>
        <translation>Diese Strategie hat keine Zahl</translation>
    </message>
    <message>
        <source>This policy has no number to choose.</source>
        <translation>Diese Strategie hat keine Zahl zu wählen.</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Throughput %1 at batch %2</source>
        <translation>Durchsatz %1 bei Batch %2</translation>
    </message>
    <message>
        <source>Throughput at the largest batch</source>
        <translation>Durchsatz beim größten Batch</translation>
    </message>
    <message>
        <source>Tied embeddings</source>
        <translation>Geteilte Einbettungen</translation>
    </message>
    <message>
        <source>TikZ</source>
        <translation>TikZ</translation>
    </message>
    <message>
        <source>Time differs most at %1, by %2</source>
        <translation>Die Zeit weicht am meisten ab bei %1, um %2</translation>
    </message>
    <message>
        <source>Time of a step at the scenario's batch, calibrated on %1</source>
        <translation>Zeit eines Schritts beim Batch des Szenarios, geeicht auf %1</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitverlauf</translation>
    </message>
    <message>
        <source>To be measured</source>
        <translation>Zu messen</translation>
    </message>
    <message>
        <source>To spare, GiB</source>
        <translation>Übrig, GiB</translation>
    </message>
    <message>
        <source>Tokens sent to experts</source>
        <translation>Zu Experten gesandte Token</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Total %1 of %2: %3</source>
        <translation>Gesamt %1 von %2: %3</translation>
    </message>
    <message>
        <source>Total against the baseline's, GiB: %1</source>
        <translation>Gesamt gegen die Basis, GiB: %1</translation>
    </message>
    <message>
        <source>Total at this K by meaning, GiB, and extra forward</source>
        <translation>Gesamt bei diesem K je Bedeutung, GiB, und mehr vorwärts</translation>
    </message>
    <message>
        <source>Total memory against each, GiB; dashed: limit</source>
        <translation>Gesamtspeicher über jeder Größe, GiB; gestrichelt: Grenze</translation>
    </message>
    <message>
        <source>Total memory over %1, GiB</source>
        <translation>Gesamtspeicher über %1, GiB</translation>
    </message>
    <message>
        <source>Total memory, GiB</source>
        <translation>Gesamtspeicher, GiB</translation>
    </message>
    <message>
        <source>Total, GiB</source>
        <translation>Gesamt, GiB</translation>
    </message>
    <message>
        <source>Tour: %1</source>
        <translation>Tour: %1</translation>
    </message>
    <message>
        <source>Trained at 2048 tokens.</source>
        <translation>Mit 2048 Token trainiert.</translation>
    </message>
    <message>
        <source>Training memory at the peak, GiB</source>
        <translation>Trainingsspeicher an der Spitze, GiB</translation>
    </message>
    <message>
        <source>Transient</source>
        <translation>Flüchtig</translation>
    </message>
    <message>
        <source>True</source>
        <translation>Wahr</translation>
    </message>
    <message>
        <source>Twenty lines of PyTorch that write a file of your own training runs</source>
        <translation>Zwanzig Zeilen PyTorch, die eine Datei Ihrer eigenen Trainingsläufe schreiben</translation>
    </message>
    <message>
        <source>Twice the sequence</source>
        <translation>Doppelte Sequenz</translation>
    </message>
    <message>
        <source>Twice the sequence makes four times the attention weights: no listed interval fits.</source>
        <translation>Die doppelte Sequenz macht viermal so viele Attention-Gewichte: kein genannter Abstand passt.</translation>
    </message>
    <message>
        <source>Twice the tokens make twice of 3BSD and of BSF, but four times BHSS: there are four times as many pairs.</source>
        <translation>Doppelt so viele Token verdoppeln 3BSD und BSF, vervierfachen aber BHSS: Es gibt viermal so viele Paare.</translation>
    </message>
    <message>
        <source>Two levels</source>
        <translation>Zwei Ebenen</translation>
    </message>
    <message>
        <source>Two levels of K</source>
        <translation>Zwei Ebenen von K</translation>
    </message>
    <message>
        <source>Type of parameters and activations</source>
        <translation>Typ von Parametern und Aktivierungen</translation>
    </message>
    <message>
        <source>Type of the gradients of the parameters</source>
        <translation>Typ der Gradienten der Parameter</translation>
    </message>
    <message>
        <source>Type to search</source>
        <translation>Zum Suchen tippen</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Ohne Namen</translation>
    </message>
    <message>
        <source>Up-projection</source>
        <translation>Aufwärtsprojektion</translation>
    </message>
    <message>
        <source>Use measured times</source>
        <translation>Gemessene Zeiten nutzen</translation>
    </message>
    <message>
        <source>V: without one there is no embedding, no LM head and no logits</source>
        <translation>V: ohne es gibt es keine Einbettung, keinen LM-Kopf und keine Logits</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Versions: %1</source>
        <translation>Versionen: %1</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>Vocabulary and learned positions taken from GPT-2. The original mixes dense and banded-sparse attention, which leaves the count alone.</source>
        <translation>Vokabular und gelernte Positionen aus GPT-2. Das Original mischt dichte und gebänderte Attention, was die Anzahl nicht ändert.</translation>
    </message>
    <message>
        <source>Vocabulary padded from 32,100; one table of relative positions per stack.</source>
        <translation>Vokabular von 32,100 aufgefüllt; je Stapel eine Tabelle relativer Positionen.</translation>
    </message>
    <message>
        <source>Vocabulary padded to 51200.</source>
        <translation>Vokabular auf 51200 aufgefüllt.</translation>
    </message>
    <message>
        <source>Vocabulary padded to 51200; other tools list 50272.</source>
        <translation>Vokabular auf 51200 aufgefüllt; andere Werkzeuge nennen 50272.</translation>
    </message>
    <message>
        <source>Weights of the chosen experts</source>
        <translation>Gewichte der gewählten Experten</translation>
    </message>
    <message>
        <source>Weights, gradients and Adam take more than half the card; 16 layers and the logits share the rest.</source>
        <translation>Gewichte, Gradienten und Adam nehmen mehr als die halbe Karte; 16 Schichten und die Logits teilen sich den Rest.</translation>
    </message>
    <message>
        <source>What a step holds: gradients, embeddings, logits, transients; the peak by simulation</source>
        <translation>Was ein Schritt hält: Gradienten, Einbettungen, Logits, Flüchtiges; die Spitze durch Simulation</translation>
    </message>
    <message>
        <source>What data parallel devices share out among each other (ZeRO, FSDP)</source>
        <translation>Was datenparallele Geräte unter sich aufteilen (ZeRO, FSDP)</translation>
    </message>
    <message>
        <source>What each meaning of K gives</source>
        <translation>Was jede Bedeutung von K ergibt</translation>
    </message>
    <message>
        <source>What fits: %1.</source>
        <translation>Was passt: %1.</translation>
    </message>
    <message>
        <source>What is kept for the backward pass and what is recomputed</source>
        <translation>Was für den Rückwärtslauf behalten und was neu berechnet wird</translation>
    </message>
    <message>
        <source>What is pale counts in training accounting only.</source>
        <translation>Blasses zählt nur in der Zählweise Training.</translation>
    </message>
    <message>
        <source>What normalises; a LayerNorm keeps a mean as well</source>
        <translation>Was normiert; eine LayerNorm behält auch einen Mittelwert</translation>
    </message>
    <message>
        <source>What one layer costs</source>
        <translation>Was eine Schicht kostet</translation>
    </message>
    <message>
        <source>What other &amp;calculators say…</source>
        <translation>Was andere Re&amp;chner sagen…</translation>
    </message>
    <message>
        <source>What other calculators say</source>
        <translation>Was andere Rechner sagen</translation>
    </message>
    <message>
        <source>What really runs</source>
        <translation>Was wirklich läuft</translation>
    </message>
    <message>
        <source>What tensor parallelism leaves whole is divided along the sequence</source>
        <translation>Was Tensorparallelität ganz lässt, wird entlang der Sequenz geteilt</translation>
    </message>
    <message>
        <source>What to keep, what to recompute, does it fit, and what does it cost: activation checkpointing for people who train transformers. Named after Chen et al. 2016, %1.</source>
        <translation>Was behalten, was neu berechnen, passt es, und was kostet es: Activation Checkpointing für alle, die Transformer trainieren. Benannt nach Chen et al. 2016, %1.</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>Woher sie kommt</translation>
    </message>
    <message>
        <source>Where positions come from; learned ones are parameters</source>
        <translation>Woher Positionen kommen; gelernte sind Parameter</translation>
    </message>
    <message>
        <source>Whether the total fits the device</source>
        <translation>Ob alles auf das Gerät passt</translation>
    </message>
    <message>
        <source>Which bytes are counted</source>
        <translation>Welche Byte gezählt werden</translation>
    </message>
    <message>
        <source>Which layers are the recomputed ones</source>
        <translation>Welche Schichten die neu berechneten sind</translation>
    </message>
    <message>
        <source>Who published the formula</source>
        <translation>Wer die Formel veröffentlicht hat</translation>
    </message>
    <message>
        <source>Whose states stay in memory between the steps</source>
        <translation>Wessen Zustände zwischen den Schritten im Speicher bleiben</translation>
    </message>
    <message>
        <source>Why another shape</source>
        <translation>Warum eine andere Form</translation>
    </message>
    <message>
        <source>Why backward stores</source>
        <translation>Warum der Rückwärtslauf speichert</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Width of one head; D/H in most models</source>
        <translation>Breite eines Kopfs; D/H in den meisten Modellen</translation>
    </message>
    <message>
        <source>With Adam's states in 32 bits no K fits; in 8 bits they leave room for 8192 tokens.</source>
        <translation>Mit Adams Zuständen in 32 Bit passt kein K; in 8 Bit lassen sie Platz für 8192 Token.</translation>
    </message>
    <message>
        <source>With its title</source>
        <translation>Mit Titel</translation>
    </message>
    <message>
        <source>With learned positions and biases; the released 7B and 30B files have ALiBi and no biases.</source>
        <translation>Mit gelernten Positionen und Bias; die veröffentlichten Dateien 7B und 30B haben ALiBi und keinen Bias.</translation>
    </message>
    <message>
        <source>With less recomputed: %1 (%2 GiB, %3).</source>
        <translation>Mit weniger Neuberechnung: %1 (%2 GiB, %3).</translation>
    </message>
    <message>
        <source>With parameters and optimizer</source>
        <translation>Mit Parametern und Optimierer</translation>
    </message>
    <message>
        <source>With the pooler, without the masked-token head.</source>
        <translation>Mit dem Pooler, ohne den Kopf für maskierte Token.</translation>
    </message>
    <message>
        <source>Without %1: %2 stay</source>
        <translation>Ohne %1: %2 bleiben</translation>
    </message>
    <message>
        <source>Would not fit: %1</source>
        <translation>Würde nicht passen: %1</translation>
    </message>
    <message>
        <source>Write a report</source>
        <translation>Einen Bericht schreiben</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO-Stufe</translation>
    </message>
    <message>
        <source>a bound, not exact</source>
        <translation>eine Schranke, nicht exakt</translation>
    </message>
    <message>
        <source>a budget of %1</source>
        <translation>ein Budget von %1</translation>
    </message>
    <message>
        <source>a device of %1</source>
        <translation>ein Gerät mit %1</translation>
    </message>
    <message>
        <source>a divisor of %1</source>
        <translation>ein Teiler von %1</translation>
    </message>
    <message>
        <source>a divisor of %1, or any number beside a given model.head_dim</source>
        <translation>ein Teiler von %1, oder jede Zahl neben einem angegebenen model.head_dim</translation>
    </message>
    <message>
        <source>a line fitted to published models</source>
        <translation>eine Gerade durch veröffentlichte Modelle</translation>
    </message>
    <message>
        <source>a list of %1</source>
        <translation>eine Liste von %1</translation>
    </message>
    <message>
        <source>a list of whole numbers from %1 to %2</source>
        <translation>eine Liste ganzer Zahlen von %1 bis %2</translation>
    </message>
    <message>
        <source>a reserve of %1</source>
        <translation>eine Reserve von %1</translation>
    </message>
    <message>
        <source>a size from %1 to %2, such as 80 or 24576 MiB</source>
        <translation>eine Größe von %1 bis %2, etwa 80 oder 24576 MiB</translation>
    </message>
    <message>
        <source>a step of the scenario: %1</source>
        <translation>ein Schritt des Szenarios: %1</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>above: fits %1 GiB</source>
        <translation>darüber: passt in %1 GiB</translation>
    </message>
    <message>
        <source>above: fits, %1</source>
        <translation>darüber: passt, %1</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>activation functions and norms made again</source>
        <translation>Aktivierungsfunktionen und Normen neu berechnet</translation>
    </message>
    <message>
        <source>activation functions made again</source>
        <translation>Aktivierungsfunktionen neu berechnet</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>at most the budget</source>
        <translation>höchstens das Budget</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>attention, the MLP, logits, recomputation</source>
        <translation>Attention, das MLP, Logits, Neuberechnung</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>backward layer %1</source>
        <translation>rückwärts Schicht %1</translation>
    </message>
    <message>
        <source>backward pass</source>
        <translation>Rückwärtslauf</translation>
    </message>
    <message>
        <source>backward pass of the embedding</source>
        <translation>Rückwärtslauf der Einbettung</translation>
    </message>
    <message>
        <source>backward pass of the last recomputed layer</source>
        <translation>Rückwärtslauf der letzten neu berechneten Schicht</translation>
    </message>
    <message>
        <source>backward pass of the last recomputed segment</source>
        <translation>Rückwärtslauf des letzten neu berechneten Segments</translation>
    </message>
    <message>
        <source>backward pass of the last segment's last layer</source>
        <translation>Rückwärtslauf der letzten Schicht des letzten Segments</translation>
    </message>
    <message>
        <source>backward pass of the last whole segment</source>
        <translation>Rückwärtslauf des letzten ganzen Segments</translation>
    </message>
    <message>
        <source>baseline saves %1 for %2</source>
        <translation>Basis spart %1 für %2</translation>
    </message>
    <message>
        <source>baseline: %1</source>
        <translation>Basis: %1</translation>
    </message>
    <message>
        <source>baseline: %1, %2</source>
        <translation>Basis: %1, %2</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>Batch %1</translation>
    </message>
    <message>
        <source>batch %1 / (1 + %2)</source>
        <translation>Batch %1 / (1 + %2)</translation>
    </message>
    <message>
        <source>batch %1 in %2</source>
        <translation>Batch %1 in %2</translation>
    </message>
    <message>
        <source>batch %1, step longer by %2</source>
        <translation>Batch %1, Schritt %2 länger</translation>
    </message>
    <message>
        <source>become three times as many</source>
        <translation>dreimal so viele</translation>
    </message>
    <message>
        <source>being computed</source>
        <translation>wird berechnet</translation>
    </message>
    <message>
        <source>bf16 throughout</source>
        <translation>bf16 durchweg</translation>
    </message>
    <message>
        <source>bf16, fp32 master</source>
        <translation>bf16, fp32-Kopie</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>budget, GiB</source>
        <translation>Budget, GiB</translation>
    </message>
    <message>
        <source>by simulation</source>
        <translation>durch Simulation</translation>
    </message>
    <message>
        <source>by simulation of the step</source>
        <translation>durch Simulation des Schritts</translation>
    </message>
    <message>
        <source>by the law</source>
        <translation>nach der Formel</translation>
    </message>
    <message>
        <source>c layer inputs placed binomially</source>
        <translation>c Schichteingaben, binomial gesetzt</translation>
    </message>
    <message>
        <source>c: inputs of layers that are kept at a time, the stack's own input counted</source>
        <translation>c: Schichteingaben, die zugleich behalten werden, die des Stapels mitgezählt</translation>
    </message>
    <message>
        <source>carried over: %1 measured, %2 predicted there</source>
        <translation>übertragen: %1 gemessen, %2 dort vorhergesagt</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>chunked loss</source>
        <translation>Verlust in Stücken</translation>
    </message>
    <message>
        <source>d_ffn is one projection; 28672 elsewhere is gate and up together. The window is in every other layer.</source>
        <translation>d_ffn ist eine Projektion; 28672 anderswo ist Gate und Aufwärtsprojektion zusammen. Das Fenster ist in jeder zweiten Schicht.</translation>
    </message>
    <message>
        <source>data parallel over %1 devices</source>
        <translation>datenparallel über %1 Geräte</translation>
    </message>
    <message>
        <source>default training</source>
        <translation>die Vorgabe beim Training</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>abgeleitet</translation>
    </message>
    <message>
        <source>disturbed  %1</source>
        <translation>gestört  %1</translation>
    </message>
    <message>
        <source>disturbed: %1</source>
        <translation>gestört: %1</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>dominated</source>
        <translation>dominiert</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>dropout, norms in 16 bits; its term for fused attention is a rough estimate by its author</source>
        <translation>Dropout, Normen in 16 Bit; sein Term für Fused Attention ist nach seinem Autor eine grobe Schätzung</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>each layer above itself</source>
        <translation>jede Schicht über sich selbst</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>Einbettung</translation>
    </message>
    <message>
        <source>embedding backward</source>
        <translation>Einbettung rückwärts</translation>
    </message>
    <message>
        <source>encoder-decoder: two stacks and cross-attention</source>
        <translation>Encoder-Decoder: zwei Stapel und Cross-Attention</translation>
    </message>
    <message>
        <source>encoder-only: no causal decoder stack</source>
        <translation>nur Encoder: kein kausaler Decoder-Stapel</translation>
    </message>
    <message>
        <source>end of the forward pass</source>
        <translation>Ende des Vorwärtslaufs</translation>
    </message>
    <message>
        <source>every K-th layer in full</source>
        <translation>jede K-te Schicht ganz</translation>
    </message>
    <message>
        <source>every K-th layer recomputed</source>
        <translation>jede K-te Schicht neu berechnet</translation>
    </message>
    <message>
        <source>every layer's saved set</source>
        <translation>den gespeicherten Satz jeder Schicht</translation>
    </message>
    <message>
        <source>everything here fits</source>
        <translation>alles hier passt</translation>
    </message>
    <message>
        <source>exactly %1 bytes</source>
        <translation>genau %1 Byte</translation>
    </message>
    <message>
        <source>executed</source>
        <translation>ausgeführt</translation>
    </message>
    <message>
        <source>extra forward, % of one pass</source>
        <translation>mehr vorwärts, % eines Laufs</translation>
    </message>
    <message>
        <source>factors found by trying</source>
        <translation>durch Probieren gefundene Faktoren</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>fall by a quarter</source>
        <translation>ein Viertel weniger</translation>
    </message>
    <message>
        <source>first m layers recomputed</source>
        <translation>erste m Schichten neu berechnet</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>five that span the frontier</source>
        <translation>fünf, die die Front umspannen</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>forward layer %1</source>
        <translation>vorwärts Schicht %1</translation>
    </message>
    <message>
        <source>forward pass</source>
        <translation>Vorwärtslauf</translation>
    </message>
    <message>
        <source>fp16 mixed precision</source>
        <translation>fp16, gemischte Präzision</translation>
    </message>
    <message>
        <source>fp32 master weights</source>
        <translation>fp32-Kopie der Gewichte</translation>
    </message>
    <message>
        <source>fp32 throughout</source>
        <translation>fp32 durchweg</translation>
    </message>
    <message>
        <source>from %1, %2</source>
        <translation>aus %1, %2</translation>
    </message>
    <message>
        <source>full recomputation, grouped heads, the S by S matrices</source>
        <translation>volle Neuberechnung, gruppierte Köpfe, die S-mal-S-Matrizen</translation>
    </message>
    <message>
        <source>fused attention</source>
        <translation>Fused Attention</translation>
    </message>
    <message>
        <source>fused attention; whatever is recomputed, but for sequence parallel with selective</source>
        <translation>Fused Attention; was auch neu berechnet wird, außer bei sequenzparallel mit selektiv</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>grouped heads, the third matrix of a gated MLP</source>
        <translation>gruppierte Köpfe, die dritte Matrix eines MLP mit Gate</translation>
    </message>
    <message>
        <source>in part</source>
        <translation>zum Teil</translation>
    </message>
    <message>
        <source>input kept</source>
        <translation>Eingabe behalten</translation>
    </message>
    <message>
        <source>it cannot be modelled: %1</source>
        <translation>es lässt sich nicht modellieren: %1</translation>
    </message>
    <message>
        <source>it counts activations only</source>
        <translation>er zählt nur Aktivierungen</translation>
    </message>
    <message>
        <source>it counts states only</source>
        <translation>er zählt nur Zustände</translation>
    </message>
    <message>
        <source>it does not divide by tensor parallelism</source>
        <translation>er teilt nicht durch Tensorparallelität</translation>
    </message>
    <message>
        <source>it has no such case</source>
        <translation>er hat keinen solchen Fall</translation>
    </message>
    <message>
        <source>it knows dense layers only</source>
        <translation>er kennt nur dichte Schichten</translation>
    </message>
    <message>
        <source>it knows no fused attention</source>
        <translation>er kennt keine Fused Attention</translation>
    </message>
    <message>
        <source>it knows no recomputation</source>
        <translation>er kennt keine Neuberechnung</translation>
    </message>
    <message>
        <source>it knows no such policy</source>
        <translation>er kennt keine solche Strategie</translation>
    </message>
    <message>
        <source>it knows numbers of 16 bits only</source>
        <translation>er kennt nur Zahlen von 16 Bit</translation>
    </message>
    <message>
        <source>it takes %1</source>
        <translation>möglich ist %1</translation>
    </message>
    <message>
        <source>its own GPT block, F = 4h</source>
        <translation>sein eigener GPT-Block, F = 4h</translation>
    </message>
    <message>
        <source>keeps %1</source>
        <translation>behält %1</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>kept in part</source>
        <translation>zum Teil behalten</translation>
    </message>
    <message>
        <source>known: %1</source>
        <translation>bekannt: %1</translation>
    </message>
    <message>
        <source>latent attention (MLA): keys and values come from a shared low-rank projection</source>
        <translation>Latent Attention (MLA): Keys und Values kommen aus einer gemeinsamen Projektion von niedrigem Rang</translation>
    </message>
    <message>
        <source>law: %1</source>
        <translation>Formel: %1</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>live segment: %1 saved sets, %2 inputs between</source>
        <translation>lebendes Segment: %1 gespeicherte Sätze, %2 Eingaben dazwischen</translation>
    </message>
    <message>
        <source>logits and loss</source>
        <translation>Logits und Verlust</translation>
    </message>
    <message>
        <source>logits, grouped heads, gated MLP; its checkpointing drops the S by S matrices only</source>
        <translation>Logits, gruppierte Köpfe, MLP mit Gate; sein Checkpointing lässt nur die S-mal-S-Matrizen weg</translation>
    </message>
    <message>
        <source>logits, norms, masks, what an operation needs while it runs</source>
        <translation>Logits, Normen, Masken, was eine Operation braucht, solange sie läuft</translation>
    </message>
    <message>
        <source>logits, the layer being made again, grouped heads, gated MLP</source>
        <translation>Logits, die Schicht, die neu berechnet wird, gruppierte Köpfe, MLP mit Gate</translation>
    </message>
    <message>
        <source>logits, the layer being made again, grouped heads; it has no switch for fused attention</source>
        <translation>Logits, die Schicht, die neu berechnet wird, gruppierte Köpfe; er hat keinen Schalter für Fused Attention</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>m: the first m layers keep only their input and are recomputed</source>
        <translation>m: die ersten m Schichten behalten nur ihre Eingabe und werden neu berechnet</translation>
    </message>
    <message>
        <source>master weights</source>
        <translation>fp32-Gewichte</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>mixed precision with Adam, ZeRO stage 2</source>
        <translation>gemischte Präzision mit Adam, ZeRO-Stufe 2</translation>
    </message>
    <message>
        <source>nearest: %1</source>
        <translation>am nächsten: %1</translation>
    </message>
    <message>
        <source>nested checkpoint</source>
        <translation>verschachtelter Checkpoint</translation>
    </message>
    <message>
        <source>no K in selective, recursive, revolve, optimal</source>
        <translation>kein K in selektiv, rekursiv, Revolve, optimal</translation>
    </message>
    <message>
        <source>no extra matrix FLOPs</source>
        <translation>keine zusätzlichen Matrix-FLOPs</translation>
    </message>
    <message>
        <source>no framework flag</source>
        <translation>kein Schalter eines Frameworks</translation>
    </message>
    <message>
        <source>no master weights</source>
        <translation>keine fp32-Kopie</translation>
    </message>
    <message>
        <source>no measured points in it</source>
        <translation>keine gemessenen Punkte darin</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>Normen</translation>
    </message>
    <message>
        <source>norms and the up-projection</source>
        <translation>Normen und der Aufwärtsprojektion</translation>
    </message>
    <message>
        <source>norms made again</source>
        <translation>Normen neu berechnet</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>not modelled: %1</source>
        <translation>nicht modelliert: %1</translation>
    </message>
    <message>
        <source>nothing here fits</source>
        <translation>nichts hier passt</translation>
    </message>
    <message>
        <source>nothing is recomputed</source>
        <translation>nichts wird neu berechnet</translation>
    </message>
    <message>
        <source>nothing recomputed</source>
        <translation>nichts neu berechnet</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>on</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>on the frontier</source>
        <translation>auf der Front</translation>
    </message>
    <message>
        <source>on this machine</source>
        <translation>auf diesem Rechner</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>eines von %1</translation>
    </message>
    <message>
        <source>operation of the step</source>
        <translation>Operation des Schritts</translation>
    </message>
    <message>
        <source>optimal is a bound here, not exact: it was searched over groups of layers or with points left out, so a better schedule may exist.</source>
        <translation>optimal ist hier eine Schranke, nicht exakt: gesucht wurde über Gruppen von Schichten oder mit ausgelassenen Punkten, also kann es einen besseren Ablauf geben.</translation>
    </message>
    <message>
        <source>optimal under a budget</source>
        <translation>optimal unter einem Budget</translation>
    </message>
    <message>
        <source>optimal under a budget of %1</source>
        <translation>optimal unter einem Budget von %1</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>optimizer states</source>
        <translation>Optimiererzustände</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>Optimiererschritt</translation>
    </message>
    <message>
        <source>others</source>
        <translation>andere</translation>
    </message>
    <message>
        <source>over 2^63-1 bytes</source>
        <translation>über 2^63-1 Byte</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>parameters and optimizer states</source>
        <translation>Parameter und Optimiererzustände</translation>
    </message>
    <message>
        <source>parameters, gradients, optimizer states and reserve</source>
        <translation>Parameter, Gradienten, Optimiererzustände und Reserve</translation>
    </message>
    <message>
        <source>per normalised step</source>
        <translation>je normiertem Schritt</translation>
    </message>
    <message>
        <source>per second</source>
        <translation>je Sekunde</translation>
    </message>
    <message>
        <source>per time of a store-all step</source>
        <translation>je Zeit eines Schritts, der alles behält</translation>
    </message>
    <message>
        <source>recomputation in the backward pass</source>
        <translation>Neuberechnung im Rückwärtslauf</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>recompute layer %1</source>
        <translation>neu Schicht %1</translation>
    </message>
    <message>
        <source>recomputed</source>
        <translation>neu berechnet</translation>
    </message>
    <message>
        <source>recomputed segment</source>
        <translation>neu berechnetes Segment</translation>
    </message>
    <message>
        <source>recursive</source>
        <translation>rekursiv</translation>
    </message>
    <message>
        <source>recursive checkpoints</source>
        <translation>rekursive Checkpoints</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>revolve</source>
        <translation>Revolve</translation>
    </message>
    <message>
        <source>revolve is listed with %1 of its %2 numbers of slots (c thinned)</source>
        <translation>revolve steht mit %1 seiner %2 Anzahlen von Plätzen da (c ausgedünnt)</translation>
    </message>
    <message>
        <source>revolve:SLOTS is any other one.</source>
        <translation>revolve:SLOTS ist jede andere.</translation>
    </message>
    <message>
        <source>runs in a slab of exactly the prediction, and in none a granule smaller</source>
        <translation>läuft in einem Speicherblock von genau der Vorhersage und in keinem, der ein Körnchen kleiner ist</translation>
    </message>
    <message>
        <source>samples per normalised step</source>
        <translation>Sequenzen je normiertem Schritt</translation>
    </message>
    <message>
        <source>samples per second</source>
        <translation>Sequenzen je Sekunde</translation>
    </message>
    <message>
        <source>samples per time of a store-all step</source>
        <translation>Sequenzen je Zeit eines Schritts, der alles behält</translation>
    </message>
    <message>
        <source>saves %1 for %2 more forward</source>
        <translation>spart %1 für %2 mehr vorwärts</translation>
    </message>
    <message>
        <source>saves %1 of its own store-all for %2</source>
        <translation>spart %1 des eigenen „alles behalten“ für %2</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
    </message>
    <message>
        <source>segments of K</source>
        <translation>Segmente von K</translation>
    </message>
    <message>
        <source>selective</source>
        <translation>selektiv</translation>
    </message>
    <message>
        <source>selective recomputation</source>
        <translation>selektive Neuberechnung</translation>
    </message>
    <message>
        <source>selective recomputation of %1</source>
        <translation>selektive Neuberechnung von %1</translation>
    </message>
    <message>
        <source>selective saves two fifths, whatever is fused</source>
        <translation>selektiv spart zwei Fünftel, was auch fused ist</translation>
    </message>
    <message>
        <source>sequence %1</source>
        <translation>Sequenz %1</translation>
    </message>
    <message>
        <source>start of the backward pass</source>
        <translation>Anfang des Rückwärtslaufs</translation>
    </message>
    <message>
        <source>states, logits, fused attention, grouped heads</source>
        <translation>Zustände, Logits, Fused Attention, gruppierte Köpfe</translation>
    </message>
    <message>
        <source>stay as they are</source>
        <translation>gleich viele</translation>
    </message>
    <message>
        <source>store all</source>
        <translation>alles behalten</translation>
    </message>
    <message>
        <source>storing everything</source>
        <translation>alles behalten wird</translation>
    </message>
    <message>
        <source>sublinear presets lists those that are</source>
        <translation>sublinear presets nennt, welche es gibt</translation>
    </message>
    <message>
        <source>text of %1 to %2 characters</source>
        <translation>Text von %1 bis %2 Zeichen</translation>
    </message>
    <message>
        <source>the article's tensors</source>
        <translation>die Tensoren des Artikels</translation>
    </message>
    <message>
        <source>the growth of attention with S^2, the MLP's own width, logits</source>
        <translation>das Wachsen der Attention mit S^2, die eigene Breite des MLP, Logits</translation>
    </message>
    <message>
        <source>the growth of attention with S^2; the shape, but for its parameters</source>
        <translation>das Wachsen der Attention mit S^2; die Form außer ihren Parametern</translation>
    </message>
    <message>
        <source>the input of each segment of K layers</source>
        <translation>die Eingabe jedes Segments von K Schichten</translation>
    </message>
    <message>
        <source>the input of each segment of K layers, and in the live segment the inputs of its layers</source>
        <translation>die Eingabe jedes Segments von K Schichten, und im lebenden Segment die Eingaben seiner Schichten</translation>
    </message>
    <message>
        <source>the input of layers K, 2K, ...; the others keep everything</source>
        <translation>die Eingabe der Schichten K, 2K, ...; die anderen behalten alles</translation>
    </message>
    <message>
        <source>the input of the first m layers; the others keep everything</source>
        <translation>die Eingabe der ersten m Schichten; die anderen behalten alles</translation>
    </message>
    <message>
        <source>the inputs of the layers, logits, fused attention</source>
        <translation>die Eingaben der Schichten, Logits, Fused Attention</translation>
    </message>
    <message>
        <source>the largest term is %1 (%2).</source>
        <translation>am größten ist: %1 (%2).</translation>
    </message>
    <message>
        <source>the largest term is %1.</source>
        <translation>am größten ist: %1.</translation>
    </message>
    <message>
        <source>the layer being made again, grouped heads in activations, the third matrix of a gated MLP</source>
        <translation>die Schicht, die neu berechnet wird, gruppierte Köpfe in Aktivierungen, die dritte Matrix eines MLP mit Gate</translation>
    </message>
    <message>
        <source>the layer's sum without them</source>
        <translation>die Summe der Schicht ohne sie</translation>
    </message>
    <message>
        <source>the loss</source>
        <translation>der Verlust</translation>
    </message>
    <message>
        <source>the optimizer step</source>
        <translation>der Optimiererschritt</translation>
    </message>
    <message>
        <source>the run in a slab of exactly the prediction failed</source>
        <translation>der Lauf in einem Speicherblock von genau der Vorhersage scheiterte</translation>
    </message>
    <message>
        <source>the scenario's own block</source>
        <translation>der eigene Block des Szenarios</translation>
    </message>
    <message>
        <source>the states and the loss</source>
        <translation>die Zustände und der Verlust</translation>
    </message>
    <message>
        <source>the states and the optimizer step</source>
        <translation>die Zustände und der Optimiererschritt</translation>
    </message>
    <message>
        <source>the up-projection</source>
        <translation>der Aufwärtsprojektion</translation>
    </message>
    <message>
        <source>the whole saved set of layers K, 2K, ...; the K-1 before each are recomputed</source>
        <translation>den ganzen gespeicherten Satz der Schichten K, 2K, ...; die K-1 davor werden neu berechnet</translation>
    </message>
    <message>
        <source>the worker did not say in time which devices there are</source>
        <translation>das Arbeitsprogramm sagte nicht rechtzeitig, welche Geräte es gibt</translation>
    </message>
    <message>
        <source>the worker left without saying which devices there are</source>
        <translation>das Arbeitsprogramm ging, ohne zu sagen, welche Geräte es gibt</translation>
    </message>
    <message>
        <source>the worker's list of devices cannot be read: %1</source>
        <translation>die Geräteliste des Arbeitsprogramms ist nicht lesbar: %1</translation>
    </message>
    <message>
        <source>there is no %1 on the other machine</source>
        <translation>es gibt kein %1 auf dem anderen Rechner</translation>
    </message>
    <message>
        <source>there is no connection to the other machine</source>
        <translation>es gibt keine Verbindung zum anderen Rechner</translation>
    </message>
    <message>
        <source>this machine, or: ssh gpu-box</source>
        <translation>dieser Rechner, oder: ssh gpu-box</translation>
    </message>
    <message>
        <source>this scenario, article accounting</source>
        <translation>dieses Szenario, Zählweise Artikel</translation>
    </message>
    <message>
        <source>this scenario, training accounting</source>
        <translation>dieses Szenario, Zählweise Training</translation>
    </message>
    <message>
        <source>this scenario: %1</source>
        <translation>dieses Szenario: %1</translation>
    </message>
    <message>
        <source>threads %1</source>
        <translation>Threads %1</translation>
    </message>
    <message>
        <source>torch checkpoint_sequential; Megatron --recompute-method uniform; HF gradient_checkpointing is K=1</source>
        <translation>torch checkpoint_sequential; Megatron --recompute-method uniform; HF gradient_checkpointing ist K=1</translation>
    </message>
    <message>
        <source>torchtitan layer frequency; HF every_n_layers starts at 1</source>
        <translation>torchtitan layer frequency; HF every_n_layers beginnt bei 1</translation>
    </message>
    <message>
        <source>transient</source>
        <translation>flüchtig</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>wahr oder falsch</translation>
    </message>
    <message>
        <source>two levels of K</source>
        <translation>zwei Ebenen von K</translation>
    </message>
    <message>
        <source>two tensors as wide as the stream per layer, whatever the block</source>
        <translation>zwei Tensoren so breit wie der Strom je Schicht, was für ein Block es auch ist</translation>
    </message>
    <message>
        <source>up-projection</source>
        <translation>Aufwärtsprojektion</translation>
    </message>
    <message>
        <source>vs baseline</source>
        <translation>gegen Basis</translation>
    </message>
    <message>
        <source>what Chen's recursion keeps</source>
        <translation>was Chens Rekursion behält</translation>
    </message>
    <message>
        <source>what a dynamic programme chooses per layer under a byte budget</source>
        <translation>was ein dynamisches Programm je Schicht unter einem Byte-Budget wählt</translation>
    </message>
    <message>
        <source>what the reserve stands for</source>
        <translation>wofür die Reserve steht</translation>
    </message>
    <message>
        <source>where: %1</source>
        <translation>wo: %1</translation>
    </message>
    <message>
        <source>whole layers without the named tensors</source>
        <translation>ganze Schichten ohne die genannten Tensoren</translation>
    </message>
    <message>
        <source>without %1</source>
        <translation>ohne %1</translation>
    </message>
    <message>
        <source>{activations} of activations instead of {activations@1}, for {forward} of a forward pass run again: {step} of a step, as backward counts as two forwards. The total of {total} misses {limit} by {short}.</source>
        <translation>{activations} Aktivierungen statt {activations@1}; dafür läuft {forward} eines Vorwärtslaufs noch einmal: {step} eines Schritts, da der Rückwärtslauf wie zwei Vorwärtsläufe zählt. Mit {total} fehlen zu {limit} noch {short}.</translation>
    </message>
    <message>
        <source>{batch@5} sequences in 1 + {step@5} of the time: {throughput@5}, where K=1 does {throughput@1}.</source>
        <translation>{batch@5} Sequenzen in 1 + {step@5} der Zeit: {throughput@5}, wo K=1 auf {throughput@1} kommt.</translation>
    </message>
    <message>
        <source>{throughput} against {throughput@4} at K=4 and {throughput@1} at K=1. It is assumed here that a step's time does not depend on the batch; measured times can take that place.</source>
        <translation>{throughput} gegen {throughput@4} bei K=4 und {throughput@1} bei K=1. Angenommen ist, dass die Zeit eines Schritts nicht vom Batch abhängt; gemessene Zeiten können an diese Stelle treten.</translation>
    </message>
    <message>
        <source>{total} at batch 3, which fits: three times the batch of keeping everything. The bars show the largest batch of every K; K=5 takes {batch@5}.</source>
        <translation>{total} bei Batch 3, das passt: dreimal der Batch, der möglich ist, wenn alles bleibt. Die Balken zeigen den größten Batch für jedes K; K=5 schafft {batch@5}.</translation>
    </message>
    <message>
        <source>{total}, where keeping everything takes {total@1}, and {forward} of a forward pass is paid on top. Recomputing more does not always save more.</source>
        <translation>{total}, während alles zu behalten {total@1} braucht; dazu kommt {forward} eines Vorwärtslaufs. Mehr neu zu berechnen spart nicht immer mehr.</translation>
    </message>
    <message>
        <source>{total}, with every layer run again once: {step} of a step. An input is {input}, a saved set {layer}, so short segments are best: √N is the answer only where the two cost the same.</source>
        <translation>{total}, und jede Schicht läuft einmal noch: {step} eines Schritts. Eine Eingabe hat {input}, eine ganze Schicht {layer}; darum sind kurze Segmente am besten. √N ist die Antwort nur, wo beide gleich viel kosten.</translation>
    </message>
    <message>
        <source>√N = %1</source>
        <translation>√N = %1</translation>
    </message>
    <message>
        <source>★ marks the best of a row. A double click on a column opens its scenario.</source>
        <translation>★ zeichnet das Beste einer Zeile aus. Ein Doppelklick auf eine Spalte öffnet ihr Szenario.</translation>
    </message>
    <message>
        <source>✓ fits</source>
        <translation>✓ passt</translation>
    </message>
    <message>
        <source>✓ yes</source>
        <translation>✓ ja</translation>
    </message>
    <message>
        <source>✗ does not fit</source>
        <translation>✗ passt nicht</translation>
    </message>
    <message>
        <source>✗ no</source>
        <translation>✗ nein</translation>
    </message>
</context>
</TS>
