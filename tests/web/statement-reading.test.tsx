import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import {
  camt,
  guildIban,
  line,
  messages,
  sample,
  versions,
  xmlFile,
  zipFile,
} from '#tests/support/statements/camt.ts'
import { readStatement } from '#web/billing/statement/read-statement.ts'
import { omittedInWords } from '#web/billing/statement/statement-words.ts'

const read = (...files: File[]) => readStatement(files, guildIban)
const readText = (text: string) => read(xmlFile(text))
const whyNot = async (file: File) => (await read(file)).refused[0]?.why

const kinds = messages.flatMap((message) => versions.map((version) => ({ message, version })))

describe.each(kinds)('camt.$message.001.$version', (kind) => {
  const one = async (payment: Parameters<typeof line>[0]) => {
    const { entries } = await readText(camt([line(payment, kind)], kind))
    expect(entries).toHaveLength(1)
    return entries[0]
  }

  test('A transfer is read with payer, account, day, amount and purpose', async () => {
    expect(
      await one({ euros: '15', purpose: ' MB2026-42  Danke ', day: '2026-12-03' }),
    ).toMatchObject({
      day: '2026-12-03',
      side: 'in',
      amountInCent: 1500,
      name: 'Xaver Zoller',
      iban: 'DE21500500009876543210',
      purpose: 'MB2026-42 Danke',
      isReturn: false,
      isCollection: false,
    })
  })

  test('A returned debit is read with its references and the reason', async () => {
    const back = {
      side: 'DBIT',
      endToEndId: 'MB2026-41',
      mandateId: 'M41',
      reason: 'AM04',
    } as const
    expect(await one(back)).toMatchObject({
      side: 'out',
      isReturn: true,
      reasonCode: 'AM04',
      endToEndId: 'MB2026-41',
      mandateId: 'M41',
      originalInCent: null,
      chargeInCent: 0,
    })
  })

  test('Pending entries of a bank statement are not read but counted', async () => {
    const { entries, omitted } = await readText(
      camt([line({ state: 'PDNG' }, kind), line({ state: 'INFO' }, kind)], kind),
    )
    expect(entries).toEqual([])
    expect(omitted.pending).toBe(2)
  })

  test('Entries that the bank marks as reversals are not read but counted', async () => {
    const { entries, omitted } = await readText(
      camt(
        [
          line({ more: '<RvslInd>true</RvslInd>' }, kind),
          line({ more: '<RvslInd>false</RvslInd>' }, kind),
        ],
        kind,
      ),
    )
    expect(entries).toHaveLength(1)
    expect(omitted.reversal).toBe(1)
  })

  test.each(['NTRF+109', 'NRTI+109+9003', '109', '108'])(
    'An outgoing entry with the code %s is read as a returned debit',
    async (code) => {
      const more = `<BkTxCd><Prtry><Cd>${code}</Cd></Prtry></BkTxCd>`
      expect(await one({ side: 'DBIT', more })).toMatchObject({ isReturn: true, reasonCode: null })
    },
  )

  test('An outgoing entry with the ISO 20022 code for an unpaid debit is read as a returned debit', async () => {
    const family = '<Fmly><Cd>IDDT</Cd><SubFmlyCd>UPDD</SubFmlyCd></Fmly>'
    const details = `<BkTxCd><Domn><Cd>PMNT</Cd>${family}</Domn></BkTxCd>`
    expect(await one({ side: 'DBIT', details })).toMatchObject({ isReturn: true })
  })

  test('An incoming entry with a return reason is read as a return, not as a payment', async () => {
    expect(await one({ reason: 'AC01' })).toMatchObject({ side: 'in', isReturn: true })
  })
})

describe('statements of a savings bank', () => {
  test('A returned debit without an EndToEndId is read with the collected amount and both charges', async () => {
    const { entries, omitted } = await readText(sample('sparkasse-052-02.xml'))
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({
      amountInCent: 2300,
      originalInCent: 2000,
      chargeInCent: 300,
      endToEndId: null,
      mandateId: 'M41-20140201',
      name: 'Annegret Gruber',
    })
    expect(entries[1]).toMatchObject({ endToEndId: null, purpose: 'Mitgliedsbeitrag mb 2026 4 2' })
    expect(omitted.pending).toBe(1)
  })
})

describe('statements of a cooperative bank', () => {
  test('Each entry of a bank statement is read with its side, amount, reference and kind', async () => {
    const { entries, omitted } = await readText(sample('volksbank-053-08.xml'))
    expect(
      entries.map(({ day, side, amountInCent, endToEndId, isReturn, isCollection }) => [
        day,
        side,
        amountInCent,
        endToEndId,
        isReturn,
        isCollection,
      ]),
    ).toEqual([
      ['2026-12-07', 'in', 444_500, null, false, true],
      ['2026-12-09', 'out', 2300, 'MB2026-41', true, false],
      ['2026-12-09', 'out', 2000, 'MB2026-43', true, false],
      ['2026-12-09', 'out', 2100, 'MB2026-44', true, false],
      ['2026-12-09', 'in', 3500, 'AUSLAGE-17', true, false],
      ['2026-12-10', 'out', 1840, null, false, false],
    ])
    expect(entries[0]?.references).toContain('MB2026-20261120134205.0')
    expect(entries[1]).toMatchObject({
      originalInCent: 2000,
      chargeInCent: 300,
      reasonCode: 'MS03',
    })
    expect(omitted).toMatchObject({ reversal: 1, currency: 1, unreadable: 0, sumDiffers: 0 })
  })
})

describe('several payments in one entry', () => {
  const batch = (details: string, euros = '40.00') =>
    `<Ntry><Amt Ccy="EUR">${euros}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-12-09</Dt></BookgDt><BkTxCd><Prtry><Cd>NTRF+109</Cd></Prtry></BkTxCd><NtryDtls>${details}</NtryDtls></Ntry>`
  const part = (id: string, amount: string) =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${amount}</TxDtls>`
  const txAmt = '<AmtDtls><TxAmt><Amt Ccy="EUR">20.00</Amt></TxAmt></AmtDtls>'

  test('Each payment of an entry is read on its own, even if only the details contain its amount', async () => {
    const { entries } = await readText(
      camt([batch(part('MB2026-41', txAmt) + part('MB2026-43', txAmt))]),
    )
    expect(entries.map(({ endToEndId, amountInCent }) => [endToEndId, amountInCent])).toEqual([
      ['MB2026-41', 2000],
      ['MB2026-43', 2000],
    ])
  })

  const shared = '<Chrgs><Rcrd><Amt Ccy="EUR">6.00</Amt></Rcrd></Chrgs><NtryDtls>'

  test('If a charge is stated for several payments together, it is read as shared', async () => {
    const both = part('MB2026-41', txAmt) + part('MB2026-43', txAmt)
    for (const euros of ['46.00', '40.00']) {
      const text = batch(both, euros).replace('<NtryDtls>', shared)
      const { entries, omitted } = await readText(camt([text]))
      expect(entries).toMatchObject([
        { chargeInCent: 0, sharedChargeInCent: 600 },
        { chargeInCent: 0, sharedChargeInCent: 600 },
      ])
      expect(omitted.sumDiffers).toBe(0)
    }
  })

  test('If the bank states a charge for each payment, it is read with the payment', async () => {
    const own = '<Chrgs><Rcrd><Amt Ccy="EUR">3.00</Amt></Rcrd></Chrgs>'
    const both = part('MB2026-41', txAmt + own) + part('MB2026-43', txAmt)
    const { entries } = await readText(camt([batch(both, '43.00').replace('<NtryDtls>', shared)]))
    expect(entries).toMatchObject([
      { chargeInCent: 300, sharedChargeInCent: 0 },
      { chargeInCent: 0, sharedChargeInCent: 0 },
    ])
  })

  test('If an entry has only one payment, the charge of the entry is read as that of the payment', async () => {
    const text = batch(part('MB2026-41', txAmt), '26.00').replace('<NtryDtls>', shared)
    const { entries } = await readText(camt([text]))
    expect(entries).toMatchObject([{ chargeInCent: 600, sharedChargeInCent: 0 }])
  })

  test('Entries whose payments do not add up to the amount are counted', async () => {
    const { omitted } = await readText(camt([batch(part('A', txAmt) + part('B', txAmt), '41.00')]))
    expect(omitted.sumDiffers).toBe(1)
  })

  test.each([
    ['have no amounts', batch(part('A', '') + part('B', ''))],
    ['are only counted', batch('<Btch><NbOfTxs>2</NbOfTxs></Btch>')],
    [
      'stand in another file that it names',
      batch('<TxDtls/>').replace(
        '<BkTxCd>',
        '<AddtlInfInd><MsgNmId>camt.054.001.08</MsgNmId></AddtlInfInd><BkTxCd>',
      ),
    ],
  ])(
    'A batch whose payments %s is read as one entry, marked that its details are elsewhere',
    async (_why, text) => {
      const { entries } = await readText(camt([text]))
      expect(entries).toMatchObject([
        { amountInCent: 4000, detailsElsewhere: true, isReturn: true },
      ])
    },
  )

  test('A credit for several direct debits is read as one entry with their sum', async () => {
    const text = batch(part('MB2026-41', txAmt) + part('MB2026-43', txAmt))
      .replace('DBIT', 'CRDT')
      .replace('NTRF+109', 'NTRF+192')
    const { entries } = await readText(camt([text]))
    expect(entries).toMatchObject([{ amountInCent: 4000, isCollection: true, endToEndId: null }])
  })
})

describe('the key of an entry', () => {
  const keys = async (...files: File[]) => (await read(...files)).entries.map(({ key }) => key)
  const paid = { purpose: 'MB2026-42' }

  test('An entry has the same key in each kind and version of the message', async () => {
    const all = await Promise.all(
      kinds.map((kind) => keys(xmlFile(camt([line(paid, kind)], kind)))),
    )
    expect(new Set(all.flat()).size).toBe(1)
    expect(all[0]?.[0]).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([
    ['day', { day: '2026-12-11' }],
    ['amount', { euros: '20.01' }],
    ['side', { side: 'DBIT' }],
    ['reference', { endToEndId: 'X' }],
    ['mandate', { mandateId: 'M' }],
    ['name', { name: 'Xaver Zolller' }],
    ['purpose', { purpose: 'MB2026-43' }],
  ] as const)('The key of an entry depends on the %s', async (_field, change) => {
    const [one] = await keys(xmlFile(camt([line(paid)])))
    const [other] = await keys(xmlFile(camt([line({ ...paid, ...change })])))
    expect(other).not.toBe(one)
  })

  test('Two equal entries of a file have different keys, which are the same whenever the file is read', async () => {
    const twice = xmlFile(camt([line(paid), line(paid)]))
    const first = await keys(twice)
    expect(new Set(first).size).toBe(2)
    expect(await keys(twice)).toEqual(first)
  })

  test('An entry that two files contain is listed once', async () => {
    const { entries, doubled } = await read(
      xmlFile(camt([line(paid)])),
      xmlFile(camt([line({ day: '2026-12-01' }), line(paid)])),
    )
    expect(entries.map(({ day }) => day)).toEqual(['2026-12-01', '2026-12-10'])
    expect(doubled).toBe(1)
  })
})

describe('a statement file', () => {
  test('From a ZIP archive the statements are read, and other files are ignored', async () => {
    const { entries, refused } = await read(
      zipFile({
        '2026-12-03.xml': sample('sparkasse-052-02.xml'),
        'ordner/2026-12-10.XML': sample('volksbank-053-08.xml'),
        'liesmich.txt': 'Auszüge',
        '__MACOSX/._2026-12-03.xml': 'Mac',
      }),
    )
    expect(refused).toEqual([])
    expect(entries).toHaveLength(8)
  })

  test('A file in an old character encoding is read', async () => {
    const text = camt([line({ name: 'Jörg Größer' })]).replace('UTF-8', 'ISO-8859-1')
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    const { entries } = await read(new File([bytes], 'a.xml'))
    expect(entries[0]?.name).toBe('Jörg Größer')
  })

  const damaged = /unvollständig oder beschädigt/
  const notCamt = /Das ist kein Kontoauszug im Format CAMT/
  test.each<[string, string | File, RegExp]>([
    ['with a DOCTYPE', `<!DOCTYPE x [<!ENTITY a "b">]>${camt([line()])}`, /DOCTYPE/],
    [
      'with a small doctype',
      camt([line()]).replace('<Document', '<!doctype x><Document'),
      /DOCTYPE/,
    ],
    ['without XML', ':20:STARTUMS\r\n:25:12030000/202051', notCamt],
    ['cut off at the end', camt([line(), line()]).slice(0, -200), damaged],
    [
      'with an error in the middle',
      camt([`${line()}<parsererror>error on line 3</parsererror>`]),
      damaged,
    ],
    ['with another message', '<Document><CstmrDrctDbtInitn/></Document>', notCamt],
    ['without content', '', notCamt],
    ['without an entry', camt([]), /keine gebuchte Zeile/],
    [
      'of another account',
      camt([line()], undefined, 'DE89370400440532013000'),
      /DE89370400440532013000/,
    ],
    ['without an account', camt([line()], undefined, ''), /zu welchem Konto/],
    ['packed without a statement', zipFile({ 'a.pdf': 'PDF' }), /kein Kontoauszug/],
    [
      'packed and cut off',
      new File([zipOf(camt([line()])).slice(0, 60) as BlobPart], 'a.zip'),
      /beschädigt/,
    ],
  ])('A statement file %s is rejected with a message in German', async (_what, file, why) => {
    expect(await whyNot(typeof file === 'string' ? xmlFile(file) : file)).toMatch(why)
  })

  test('If one of two statement files is rejected, the other one is read', async () => {
    const { entries, refused } = await read(xmlFile('x', 'a.xml'), xmlFile(camt([line()])))
    expect(entries).toHaveLength(1)
    expect(refused).toMatchObject([{ name: 'a.xml' }])
  })

  test('A ZIP archive whose content is larger than it declares is rejected as too large', async () => {
    const bomb = zipOf(' '.repeat(70_000_000))
    // Both headers of the archive declare ten bytes.
    const view = new DataView(bomb.buffer)
    const central = bomb.findLastIndex(
      (_, at) => at < bomb.length - 4 && view.getUint32(at, true) === 0x02014b50,
    )
    view.setUint32(22, 10, true)
    view.setUint32(central + 24, 10, true)
    expect(await whyNot(new File([bomb as BlobPart], 'a.zip'))).toMatch(/zu groß/)
  })
})

function zipOf(text: string): Uint8Array {
  return zipSync({ 'a.xml': strToU8(text) })
}

test('A randomly damaged statement is either read or rejected with a message in German', async () => {
  const texts = [sample('sparkasse-052-02.xml'), sample('volksbank-053-08.xml')]
  let seed = 20_261_210
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let round = 0; round < 300; round += 1) {
    let text = texts[round % 2] ?? ''
    for (let changes = 0; changes <= random(4); changes += 1) {
      const [at, length] = [random(text.length), random(40)]
      const insert = ['', '<', '&x;', '\0', '</Ntry>', '<Ntry/>', '9e99', '-1', '2026-02-31'][
        random(9)
      ]
      text = text.slice(0, at) + insert + text.slice(at + length)
    }
    const { entries, refused } = await readText(text)
    for (const { why } of refused)
      expect(why).toMatch(/^(Das|In dies|Dieser|Diese Datei) .*\.$|\)\.$/)
    for (const entry of entries) {
      expect(Number.isSafeInteger(entry.amountInCent)).toBe(true)
      expect(entry.day).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
  }
})

test.each([
  [1, '1 Zeile ist noch nicht gebucht. Lies sie ein, wenn sie es ist.'],
  [2, '2 Zeilen sind noch nicht gebucht. Lies sie ein, wenn sie es sind.'],
])('Of a statement with %d pending lines the page says: %s', (pending, sentence) => {
  const none = { reversal: 0, currency: 0, unreadable: 0, otherAccount: 0, sumDiffers: 0 }
  const omitted = { ...none, pending }
  expect(omittedInWords({ omitted, doubled: 0, foreign: 0 })).toEqual([sentence])
})
