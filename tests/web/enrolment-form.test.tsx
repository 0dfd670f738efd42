import { describe, expect, test } from 'vitest'
import {
  anOpenParade,
  bus,
  costumeTypes,
  hohenkirch,
  moosried,
  withExtras,
} from '#tests/support/enrolment-page.tsx'
import { chosenParades, computeSum, entryOf } from '#web/enrolment/chosen-parades.ts'
import { enrolRequest, formProblemsOf, problemsOf } from '#web/enrolment/enrol-request.ts'
import {
  type EnrolmentForm,
  emptyForm,
  enrolmentFormReducer,
  type FormAction,
} from '#web/enrolment/enrolment-form.ts'
import { formFromFields, mergeForms } from '#web/enrolment/form-fields.ts'
import { fasnetYearOf, leadLine } from '#web/enrolment/lead-line.ts'
import { missingForEnrolment } from '#web/enrolment/missing.ts'
import {
  emptyPerson,
  type PersonAction,
  type PersonForm,
  type Problems,
  personReducer,
} from '#web/enrolment/person-form.ts'
import { unreadableDay } from '#web/lib/typed-day.ts'

const today = '2026-11-21'
const offer = { parades: [moosried, hohenkirch], costumeTypes }

function changed(person: PersonForm, ...actions: PersonAction[]): PersonForm {
  return actions.reduce(personReducer, person)
}

const toggle = (paradeId: number): PersonAction => ({ type: 'toggled', paradeId })
const number = (paradeId: number, costumeNumber: string): PersonAction => ({
  type: 'costumeChanged',
  paradeId,
  change: { costumeNumber },
})

const complete: PersonForm = {
  ...emptyPerson,
  firstName: 'Jörg',
  lastName: 'Straßer',
  chosen: [11],
  costumes: { 11: { costumeNumber: '118', costumeTypeId: 3 } },
}

const family = (...people: [PersonForm, ...PersonForm[]]): EnrolmentForm => ({
  emailAddress: 'joerg@example.de',
  people,
  open: 0,
})

const entriesOf = (form: EnrolmentForm) => form.people.map((one) => entryOf(one, offer, today))

describe('choosing parades', () => {
  test('A newly chosen parade gets the costume of the first chosen parade that has one', () => {
    const person = changed({ ...complete, chosen: [12, 11] }, toggle(13))
    expect(person.costumes[13]).toEqual({ costumeNumber: '118', costumeTypeId: 3 })
  })

  test('If no costume was typed yet, a newly chosen parade has an empty one', () => {
    const person = changed(emptyPerson, toggle(12))
    expect(person.costumes[12]).toEqual({ costumeNumber: '', costumeTypeId: null })
  })

  test('A change of one costume does not change the other parades', () => {
    const person = changed(complete, toggle(12), number(12, '7'))
    expect(person.costumes[11]?.costumeNumber).toBe('118')
    expect(person.costumes[12]).toEqual({ costumeNumber: '7', costumeTypeId: 3 })
  })

  test('A chosen parade or costume type that is no longer offered is ignored', () => {
    const person = { ...complete, chosen: [11, 99] }
    const gone = { parades: [moosried], costumeTypes: [] }
    expect(chosenParades(person, gone)).toEqual([
      { parade: moosried, extras: [], costumeNumber: '118', costumeType: null },
    ])
  })
})

describe('the first costume typed', () => {
  const numbers = ({ costumes }: PersonForm) =>
    [11, 12, 13].map((id) => costumes[id]?.costumeNumber ?? null)

  test('The first costume typed is copied to all chosen parades while typing', () => {
    const person = changed(
      emptyPerson,
      ...[toggle(11), toggle(12), toggle(13)],
      ...[number(12, '1'), number(12, '11'), number(12, '118')],
      { type: 'costumeChanged', paradeId: 12, change: { costumeTypeId: 3 } },
    )
    expect(person.costumes[11]).toEqual({ costumeNumber: '118', costumeTypeId: 3 })
    expect(person.costumes[13]).toEqual({ costumeNumber: '118', costumeTypeId: 3 })
  })

  test('A costume typed for a parade is not overwritten by the costume of the first parade', () => {
    const person = changed(
      emptyPerson,
      ...[toggle(11), toggle(12), toggle(13)],
      ...[number(11, '118'), number(12, '7'), number(11, '119')],
    )
    expect(numbers(person)).toEqual(['119', '7', '119'])
  })

  test('The costume of the first parade is also copied to parades chosen later, unless another one was typed there', () => {
    const person = changed(
      emptyPerson,
      ...[toggle(11), number(11, '118'), toggle(12), toggle(13)],
      ...[number(13, '9'), number(11, '5')],
    )
    expect(numbers(person)).toEqual(['5', '5', '9'])
  })

  test('The first costume is not copied to a parade that is not chosen', () => {
    const person = changed(emptyPerson, toggle(11), toggle(12), toggle(12), number(11, '118'))
    expect(numbers(person)).toEqual(['118', '', null])
  })
})

describe("the server's field errors", () => {
  const problems: Problems = { firstName: 'a', 'parade:11': 'b', 'costumeNumber:11': 'c' }
  const refused = changed(complete, { type: 'refused', problems })

  test.each<[string, PersonAction, string[]]>([
    ['the name', { type: 'typed', field: 'firstName', value: 'Lena' }, ['firstName', 'parade:11']],
    ['the birthday', { type: 'birthdayChanged', birthday: null }, ['parade:11']],
    [
      'the costume type',
      { type: 'costumeChanged', paradeId: 11, change: { costumeTypeId: 1 } },
      ['costumeNumber:11'],
    ],
    ['the choice of the parade', toggle(11), ['parade:11', 'costumeNumber:11']],
    ['the choice of another parade', toggle(12), []],
  ])('Changing %s removes the errors that depend on it', (_, action, answered) => {
    const left = Object.keys(problems).filter((key) => !answered.includes(key))
    expect(Object.keys(changed(refused, action).problems)).toEqual(left)
  })
})

describe('missing entries', () => {
  const missing = (changes: Partial<PersonForm>, emailAddress = 'joerg@example.de') => {
    const form = { ...family({ ...complete, ...changes }), emailAddress }
    return missingForEnrolment(form, entriesOf(form), today).map(({ sentence }) => sentence)
  }
  const birthdayRule = 'Der Geburtstag muss ein Datum zwischen dem 01.01.1900 und heute sein.'
  const noNumber = 'Es fehlt die Kleidernummer für „Ringtreffen Moosried“.'

  test.each<[string[], Partial<PersonForm>]>([
    [[], {}],
    [['Es fehlt der Nachname.'], { lastName: '  ' }],
    [['Es fehlt der Nachname.'], { lastName: '\u200b' }],
    [['Es fehlt der Vorname.', 'Es fehlt der Nachname.'], { firstName: '', lastName: '' }],
    [['Wähle mindestens einen Umzug.'], { chosen: [99] }],
    [[birthdayRule], { birthday: unreadableDay }],
    [[birthdayRule], { birthday: '2026-11-22' }],
    [[birthdayRule], { birthday: '1899-12-31' }],
    [[], { birthday: '2026-11-21' }],
    [[noNumber], { costumes: { 11: { costumeNumber: '', costumeTypeId: 3 } } }],
    [[noNumber], { costumes: { 11: { costumeNumber: ' \u00a0\u200b', costumeTypeId: 3 } } }],
    [
      [noNumber, 'Es fehlt der Kleidertyp für „Ringtreffen Moosried“.'],
      { costumes: { 11: { costumeNumber: '', costumeTypeId: null } } },
    ],
  ])('The missing entries are named: %j', (sentences, changes) => {
    expect(missing(changes)).toEqual(sentences)
  })

  test.each([
    ['', 'Es fehlt die E-Mail Adresse.'],
    ['joerg@', 'Die E-Mail Adresse ist noch nicht vollständig.'],
    ['joerg@example', 'Die E-Mail Adresse ist noch nicht vollständig.'],
  ])('The e-mail address "%s" is reported with "%s"', (address, sentence) => {
    expect(missing({}, address)).toEqual([sentence])
  })

  test('Missing entries of several people name their person, and the e-mail address is asked for once', () => {
    const emma = { ...complete, firstName: 'Emma', chosen: [] }
    const form = { ...family(complete, emma, { ...emma, firstName: '' }), emailAddress: '' }
    const missing = missingForEnrolment(form, entriesOf(form), today)
    expect(missing.map(({ whom, sentence }) => whom + sentence)).toEqual([
      'Jörg Straßer: Es fehlt die E-Mail Adresse.',
      'Emma Straßer: Wähle mindestens einen Umzug.',
      '3. Person: Es fehlt der Vorname.',
      '3. Person: Wähle mindestens einen Umzug.',
    ])
  })

  test('More than 60 places are reported as too many', () => {
    const parades = Array.from({ length: 30 }, (_, index) => anOpenParade({ id: index + 1 }))
    const chosen = parades.map(({ id }) => id)
    const costume = { costumeNumber: '1', costumeTypeId: 3 }
    const costumes = Object.fromEntries(chosen.map((id) => [id, costume]))
    const full: PersonForm = { ...complete, chosen, costumes }
    const sayOf = (...people: [PersonForm, ...PersonForm[]]) => {
      const form = family(...people)
      const entries = people.map((one) => entryOf(one, { parades, costumeTypes }, today))
      return missingForEnrolment(form, entries, today).map(({ sentence }) => sentence)
    }
    expect(sayOf(full, full)).toEqual([])
    expect(sayOf(full, full, { ...full, chosen: [1] })).toEqual(['Höchstens 60 Plätze auf einmal.'])
  })
})

describe('the sum of the fees', () => {
  const chosen = chosenParades({ ...complete, chosen: [12, 11] }, offer)

  test.each([
    [null, 1400],
    ['2010-11-21', 1400],
    ['2010-11-22', 450],
  ])('The fees with the birthday %s add up to %i cents', (birthday, cents) => {
    expect(computeSum(chosen, birthday, today).totalInCent).toBe(cents)
  })

  test('The sum of the fees lists the parades by date, not in the order of choosing', () => {
    expect(computeSum(chosen, null, today).lines.map((line) => line.about)).toEqual([
      'So 10.01.2027 · Bachhexe 118',
      'So 17.01.2027 · Kleid fehlt noch',
    ])
  })
})

describe('the enrolment request', () => {
  const around = { emailAddress: 'joerg@example.de', origin: 'https://umzug.example' }
  const child = { ...complete, firstName: 'Lina', birthday: '2012-05-04' }

  test('The request for one person has the format of the specification', () => {
    expect(enrolRequest(entriesOf(family(child)), around)).toEqual({
      firstName: 'Lina',
      lastName: 'Straßer',
      emailAddress: 'joerg@example.de',
      birthday: '2012-05-04',
      age: 'Child',
      successRedirectUrl: 'https://umzug.example/parade-enrolment/result?state=success',
      errorRedirectUrl: 'https://umzug.example/parade-enrolment/result?state=error',
      parades: [{ paradeId: 11, costumeTypeId: 3, costumeNumber: '118' }],
      expectedTotalInCent: 300,
    })
  })

  test('The request for several people is a list with the total of all', () => {
    const request = enrolRequest(entriesOf(family(complete, child)), {
      ...around,
      replaces: 'token',
    })
    expect(request).toMatchObject({
      people: [
        { firstName: 'Jörg', birthday: null, age: 'Adult', parades: [{ paradeId: 11 }] },
        { firstName: 'Lina', birthday: '2012-05-04', age: 'Child', parades: [{ paradeId: 11 }] },
      ],
      expectedTotalInCent: 1100,
      replaces: 'token',
    })
    expect(request).not.toHaveProperty('firstName')
  })
})

describe('extras of a parade', () => {
  const offered = { parades: [withExtras, hohenkirch], costumeTypes }
  const seats = (quantity: number, extraId = 1): PersonAction => ({
    type: 'extraChanged',
    paradeId: 11,
    extraId,
    quantity,
  })
  const adult = changed(complete, seats(1), seats(2), seats(1, 2))
  const child = { ...changed(complete, seats(2)), firstName: 'Lina', birthday: '2018-05-04' }

  test('Extras are chosen and given up one by one, and a deselected parade keeps them', () => {
    expect(adult.extras).toEqual({
      11: [
        { id: 1, quantity: 2 },
        { id: 2, quantity: 1 },
      ],
    })
    expect(changed(adult, seats(0)).extras).toEqual({ 11: [{ id: 2, quantity: 1 }] })
    expect(changed(adult, toggle(11), toggle(11)).extras).toEqual(adult.extras)
  })

  test('Companions pay the price for adults, and the sum contains all extras', () => {
    const [first, second] = [adult, child].map((one) => entryOf(one, offered, today).sum)
    expect(first?.lines[0]?.extras).toEqual([
      { id: 1, text: 'Bus ab Rathaus, 2 Plätze, 09:10 Uhr', priceInCent: 1000 },
      { id: 2, text: 'Plakette', priceInCent: 150 },
    ])
    expect(first?.totalInCent).toBe(800 + 1000 + 150)
    expect(second?.lines[0]?.extras).toMatchObject([{ priceInCent: 200 + 500 }])
    expect(second?.totalInCent).toBe(300 + 700)
  })

  test('The request names the extras with their quantities at the parade, and its total contains them', () => {
    const entries = [adult, child].map((one) => entryOf(one, offered, today))
    const around = { emailAddress: 'joerg@example.de', origin: 'https://umzug.example' }
    expect(enrolRequest(entries, around)).toMatchObject({
      people: [
        {
          parades: [
            {
              paradeId: 11,
              extras: [
                { id: 1, quantity: 2 },
                { id: 2, quantity: 1 },
              ],
            },
          ],
        },
        { parades: [{ paradeId: 11, extras: [{ id: 1, quantity: 2 }] }] },
      ],
      expectedTotalInCent: 1950 + 1000,
    })
  })

  test('An extra that is no longer offered is neither sent nor counted', () => {
    const without = { ...offered, parades: [{ ...withExtras, extras: [bus] }] }
    const entry = entryOf(adult, without, today)
    expect(entry.chosen[0]?.extras).toEqual([{ extra: bus, quantity: 2 }])
    expect(entry.sum.totalInCent).toBe(1800)
  })

  test('An error of the server about an extra is shown at its parade until an extra there changes', () => {
    const message = 'Diesen Zusatz gibt es nicht mehr.'
    const failure = failed({ 'people.1.parades.0.extras.1.quantity': message })
    expect(problemsOf(failure, [11], 1)).toEqual({ 'parade:11': message })
    expect(problemsOf(failure, [11], 0)).toEqual({})
    const refused = changed(adult, { type: 'refused', problems: { 'parade:11': message } })
    expect(changed(refused, seats(0, 2)).problems).toEqual({})
  })
})

const failed = (fields: Record<string, string>) =>
  ({ type: 'ApiError', error: { code: 'ValidationFailed', message: '', fields } }) as const

test('Server errors about fields that the form does not have are not shown at a field', () => {
  const failure = failed({
    age: 'zu jung',
    'parades.1.costumeTypeId': 'gibt es nicht',
    'parades.7.costumeNumber': 'unbekannt',
    'parades.0.toString': 'gibt es auch nicht',
    constructor: 'erst recht nicht',
    successRedirectUrl: 'fremd',
  })
  expect(problemsOf(failure, [11, 12])).toEqual({
    birthday: 'zu jung',
    'costumeType:12': 'gibt es nicht',
  })
})

test('Errors of the server about fields are assigned to their person', () => {
  const failure = failed({
    'people.1.parades.0.costumeNumber': 'vergeben',
    'people.1.firstName': 'zweimal',
    'people.0.birthday': 'falsch',
    emailAddress: 'keine',
  })
  expect(formProblemsOf(failure, [[11, 12], [12]])).toEqual({
    emailAddress: 'keine',
    people: [{ birthday: 'falsch' }, { 'costumeNumber:12': 'vergeben', firstName: 'zweimal' }],
  })
})

describe('several people in the form', () => {
  const act = (form: EnrolmentForm, ...actions: FormAction[]) =>
    actions.reduce(enrolmentFormReducer, form)
  const add: FormAction = { type: 'personAdded' }

  test('A new person gets the last name and the parades of the previous one, but no costume', () => {
    const [, next] = act(family({ ...complete, birthday: '1991-11-01' }), add).people
    expect(next).toEqual({
      ...emptyPerson,
      lastName: 'Straßer',
      chosen: [11],
      costumes: { 11: { costumeNumber: '', costumeTypeId: null } },
    })
  })

  test('At most eight people can be added', () => {
    const full = act(family(complete), ...Array<FormAction>(9).fill(add))
    expect(full.people).toHaveLength(8)
    expect(full.open).toBe(7)
  })

  test('When a person is removed, all others, the open card and the e-mail address stay', () => {
    const emma = { ...complete, firstName: 'Emma' }
    const ben = { ...complete, firstName: 'Ben' }
    const form = { ...family(complete, emma, ben), open: 2 }
    const left = act(form, { type: 'personRemoved', index: 0 })
    expect(left.people.map(({ firstName }) => firstName)).toEqual(['Emma', 'Ben'])
    expect(left.open).toBe(1)
    expect(left.emailAddress).toBe('joerg@example.de')
    const alone = act(left, { type: 'personRemoved', index: 1 })
    expect(alone).toMatchObject({ people: [{ firstName: 'Emma' }], open: 0 })
  })

  test('After a rejection the card of the first person with an error is opened', () => {
    const form = { ...family(complete, complete, complete), open: null }
    const problems = { people: [{}, { firstName: 'zweimal' }, { birthday: 'falsch' }] }
    expect(act(form, { type: 'refused', problems }).open).toBe(1)
    expect(act(form, { type: 'refused', problems: { people: [{}, {}, {}] } }).open).toBeNull()
    const atAddress = { emailAddress: 'keine', people: [{}, { firstName: 'zweimal' }, {}] }
    expect(act(form, { type: 'refused', problems: atAddress }).open).toBe(0)
  })
})

describe('a form sent without script', () => {
  const sent = (text: string) => formFromFields(new URLSearchParams(text), today)

  test('The fields of a form sent without a script are read as one person', () => {
    const form = sent(
      'firstName=J%C3%B6rg&lastName=Stra%C3%9Fer&emailAddress=j%40example.de&birthday=1.11.91&parade=12&costumeNumber-11=&costumeTypeId-11=&costumeNumber-12=118&costumeTypeId-12=3',
    )
    expect(form).toEqual({
      emailAddress: 'j@example.de',
      people: [
        {
          ...emptyPerson,
          firstName: 'Jörg',
          lastName: 'Straßer',
          birthday: '1991-11-01',
          birthdayText: '1.11.91',
          chosen: [12],
          costumes: {
            11: { costumeNumber: '', costumeTypeId: null },
            12: { costumeNumber: '118', costumeTypeId: 3 },
          },
        },
      ],
      open: 0,
    })
  })

  test.each(['31.02.2012', 'gestern', '1.2.'])(
    'The text of the unreadable birthday "%s" sent without a script stays in the form',
    (text) => {
      const [person] = sent(`birthday=${encodeURIComponent(text)}`).people
      expect(person).toMatchObject({ birthday: unreadableDay, birthdayText: text })
    },
  )

  test('Invalid and repeated parade ids in a form sent without a script are ignored', () => {
    const [person] = sent(
      'parade=11&parade=11&parade=-1&parade=1e3&parade=99999999999999999999&parade=__proto__&costumeNumber-x=7&costumeTypeId-11=abc',
    ).people
    expect(person.chosen).toEqual([11])
    expect(person.costumes).toEqual({ 11: { costumeNumber: '', costumeTypeId: null } })
  })

  test('Ticked extras of a form sent without a script are read with the seats of their own field', () => {
    const [person] = sent('parade=11&extra-11=1&extra-11=2&seats-11-1=3&seats-12-1=4').people
    expect(person.extras).toEqual({
      11: [
        { id: 1, quantity: 3 },
        { id: 2, quantity: 1 },
      ],
    })
  })

  test('An empty form sent without a script is read as an empty enrolment', () => {
    expect(sent('')).toEqual(emptyForm)
  })
})

describe('input typed before hydration', () => {
  const typed = formFromFields(
    new URLSearchParams('firstName=Lina&parade=12&costumeNumber-12=9&costumeTypeId-12='),
    today,
  )

  test('Fields filled in before hydration override the draft; empty ones do not', () => {
    const kept = {
      ...complete,
      costumes: { ...complete.costumes, 12: { costumeNumber: '1', costumeTypeId: 1 } },
    }
    expect(mergeForms(family(kept), typed)).toEqual(
      family({
        ...kept,
        firstName: 'Lina',
        chosen: [11, 12],
        costumes: {
          11: { costumeNumber: '118', costumeTypeId: 3 },
          12: { costumeNumber: '9', costumeTypeId: 1 },
        },
      }),
    )
  })

  test('Input typed before hydration is put into the open card; if no card is open, it becomes a new person', () => {
    const kept = family(complete, { ...complete, firstName: 'Emma' })
    const names = (form: EnrolmentForm) => form.people.map(({ firstName }) => firstName)
    expect(names(mergeForms({ ...kept, open: 1 }, typed))).toEqual(['Jörg', 'Lina'])
    const added = mergeForms({ ...kept, open: null }, typed)
    expect(names(added)).toEqual(['Jörg', 'Emma', 'Lina'])
    expect(added.open).toBe(2)
  })

  test('If nothing was typed before hydration, the draft is unchanged', () => {
    const kept = family(complete)
    expect(
      mergeForms(kept, formFromFields(new URLSearchParams('firstName=&costumeNumber-12='), today)),
    ).toBe(kept)
  })
})

describe('the season of a day', () => {
  test.each([
    ['2026-11-11', 2027],
    ['2027-02-09', 2027],
    ['2027-06-30', 2027],
    ['2027-07-01', 2028],
  ])('The season of %s is %i', (day, season) => {
    expect(fasnetYearOf(day)).toBe(season)
  })

  test('If the parades belong to two seasons, the line below the title mentions none', () => {
    const parades = [moosried, anOpenParade({ date: '2027-12-05' })]
    expect(leadLine(parades)).toBe('Wähle Deine Umzüge der Fasnet und bezahle gleich online.')
  })
})
