// Places, guilds and postcodes that do not exist.

export type Town = { town: string; plz: string }

export const homeTown: Town = { town: 'Schellental', plz: '72999' }

/** Where members live, with weights. */
export const homeTowns: readonly (readonly [Town, number])[] = [
  [homeTown, 62],
  [{ town: 'Schellental-Oberdorf', plz: '72999' }, 14],
  [{ town: 'Lauchenried', plz: '72998' }, 10],
  [{ town: 'Kuchelbach', plz: '72998' }, 6],
  [{ town: 'Tannwil', plz: '72997' }, 5],
  [{ town: 'Moosried', plz: '72996' }, 3],
]

export const streets = [
  'Lindengasse',
  'Bachstraße',
  'Hauptstraße',
  'Kirchgasse',
  'Am Schellenberg',
  'Mühlweg',
  'Butzengässle',
  'Schulstraße',
  'Im Oberen Wasen',
  'Zunftstraße',
  'Hinter der Kelter',
  'Gartenstraße',
  'Sommerhalde',
  'Am Narrenbrunnen',
  'Hohenkircher Straße',
  'Rosenweg',
  'Ziegelhütte',
  'Steigäcker',
]

/** Host guilds with their year of foundation, for jubilees. */
export type HostGuild = Town & { host: string; founded: number }

export const ownGuild: HostGuild = {
  ...homeTown,
  host: 'Narrenzunft Schellental',
  founded: 1967,
}

const guilds: readonly [host: string, town: string, plz: string, founded: number][] = [
  ['Butzenzunft Moosried', 'Moosried', '72996', 1958],
  ['Narrenzunft Hohenkirch', 'Hohenkirch', '72995', 1967],
  ['Hexenzunft Weilenstetten', 'Weilenstetten', '72994', 1979],
  ['Narrenverein Altbrunn', 'Altbrunn', '72993', 1934],
  ['Narrenzunft Krähenhofen', 'Krähenhofen', '88990', 1952],
  ['Fleckleszunft Dornach am Ried', 'Dornach am Ried', '88991', 1961],
  ['Bachputzer Lauchenried', 'Lauchenried', '72998', 1988],
  ['Narrengilde Felsenach', 'Felsenach', '88992', 1926],
  ['Hexenzunft Fuchsenloh', 'Fuchsenloh', '88993', 1992],
  ['Schantlezunft Rappertsweil', 'Rappertsweil', '88994', 1949],
  ['Narrenzunft Mühlstetten', 'Mühlstetten', '72992', 1972],
  ['Moorgeister Sulzenbronn', 'Sulzenbronn', '88995', 1996],
  ['Narrenclub Tannwil', 'Tannwil', '72997', 1983],
  ['Weiberfasnet Kuchelbach', 'Kuchelbach', '72998', 1999],
  ['Narrenzunft Ammersweil', 'Ammersweil', '88996', 1929],
  ['Hansele Grünmettlen', 'Grünmettlen', '78990', 1955],
  ['Narrenzunft Eschelried', 'Eschelried', '88997', 1964],
  ['Strohbärenzunft Wolfertsau', 'Wolfertsau', '78991', 1976],
  ['Burggeister Hohenlatt', 'Hohenlatt', '72991', 2001],
  ['Narrenverein Seeweiler', 'Seeweiler', '88998', 1938],
  ['Spättlesnarren Rietenau', 'Rietenau', '78992', 1969],
  ['Narrenzunft Neuhalden', 'Neuhalden', '72990', 1985],
  ['Kräuterweible Bergatzhofen', 'Bergatzhofen', '88989', 1994],
  ['Narrenrat St. Wendel am Bühl', 'St. Wendel am Bühl', '88988', 1931],
]

export const hostGuilds: readonly HostGuild[] = guilds.map(([host, town, plz, founded]) => ({
  host,
  town,
  plz,
  founded,
}))
