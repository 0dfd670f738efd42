export const notADate = 'Das ist kein gültiges Datum. Schreib es so: 24.12.1990'
