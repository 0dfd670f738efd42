// Common names of the Swabian-Alemannic region, combined at random; no real person is meant.

const words = (text: string) => text.trim().split(/\s+/)

export type Sex = 'f' | 'm'
type Era = 'old' | 'middle' | 'young'

const firstNames: Record<Sex, Record<Era, string[]>> = {
  f: {
    old: words(`Irmgard Margarete Christa Gerlinde Mechthild Hildegard Annegret Rosemarie Erika
      Waltraud Gertrud Elfriede Ingeborg Maria-Luise Lore Theresia Hannelore Roswitha Anneliese
      Brigitte Renate Edeltraud Frieda Kreszentia Sieglinde Helga Monika Gisela Adelheid Rosa`),
    middle: words(`Sabine Ute Petra Claudia Birgit Susanne Martina Andrea Silke Heike Anja Tanja
      Sandra Nicole Stefanie Melanie Katrin Bettina Daniela Simone Christine Anette Ulrike Carmen
      Kerstin Manuela Sonja Eva-Maria Heidrun Doris Elke Gabriele Karin Beate Regina Iris Marion`),
    young: words(`Leonie Pia Jasmin Nele Lena Hannah Lea Marie Anna-Lena Sophie Emma Mia Laura
      Julia Sarah Lisa Johanna Franziska Theresa Clara Frida Ronja Paula Luisa Magdalena Annika
      Selina Vanessa Elena Carla Mara Emilia Amelie Fiona Greta Romy Zoë Chiara Lina Ida Mathilda`),
  },
  m: {
    old: words(`Karl-Heinz Ottmar Rudolf Ewald Wolfgang Dieter Erwin Alfons Eugen Anton Xaver
      Hermann Josef Hubert Manfred Siegfried Egon Reinhold Gebhard Kuno Albert Wendelin Lothar
      Werner Helmut Günther Horst Gerhard Walter Konrad Theodor Leopold Franz-Josef Fidel Ignaz`),
    middle: words(`Bernd Jörg Markus Tobias Manuel Thomas Stefan Michael Andreas Frank Uwe Jürgen
      Ralf Holger Oliver Matthias Christian Alexander Torsten Dirk Armin Roland Edgar Klaus
      Hans-Peter Joachim Volker Rainer Martin Peter Harald Steffen Marc René Carsten Gerd Achim`),
    young: words(`Hannes Finn Jonas Lukas Felix Moritz Max Paul Leon Elias Noah Ben Jakob Simon
      Fabian Dominik Kevin Patrick Dennis Timo Nico Philipp Marius Julian Raphael Benedikt Linus
      Anton Emil Mats Luis Silas Levin Samuel Jannik Marlon Niklas Kilian Vincent Theo Ludwig`),
  },
}

export const lastNames = words(`Baisch Binder Bücheler Dorn Eisele Frommherz Geiselhart Gruber
  Häußler Hepp Hirling Kächele Knäpple Kopp Löffler Mauch Maucher Nägele Pfleiderer Rädle Riedinger
  Rist Sauter Schäuffele Stehle Straßer Ströbele Vochezer Weiß Zoller Aicheler Allgaier Angele
  Bantle Bausinger Bitzer Blessing Bochtler Brehm Buck Butscher Daiber Dangel Dreher Ebinger Eberle
  Egle Engstler Fetscher Fischbach Flaig Fröhlich Funk Gaiser Gaupp Geiger Glöckler Göser Gommeringer
  Grathwohl Gulde Haid Haller Härle Heggen Heim Henne Herter Hipp Hohl Holocher Huchler Jäggle Jetter
  Kaltenmark Kästle Keller Kibler Kleiner Knoll Knupfer Kramer Kugler Lachenmaier Laub Lehr Linder
  Locher Maier Majer Mayer-Rist Merk Mesmer Miller Moosmann Münst Neher Nusser Oberdorfer Ott
  Pfaff Pfender Preiß Rapp Rauch Reck Reutter Rieger Ringwald Roth Ruoß Sachs Schaible Schelle Schlegel
  Schmid Schnell Schray Schuler Schwarz-Hepp Seifried Selg Sigg Singer Späth Speidel Stauß Steidle
  Stocker Strobel Sulger Traub Uhl Unmuth Utz Vögtle Volz Wachter Walser Weckerle Wäscher Widmann Wiest
  Winghart Zeller Ziegler Zimmerer Zürn`)

/** First names that were common in the year of birth. */
export function firstNamesOf(sex: Sex, birthYear: number): readonly string[] {
  if (birthYear < 1957) return firstNames[sex].old
  return birthYear < 1986 ? firstNames[sex].middle : firstNames[sex].young
}
