import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'

// Bank statements as banks write them, with invented people, and a writer of single entries for every
// message type and version.

export const guildIban = 'DE02120300000000202051'

/** A file of this folder. */
export const sample = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

export const messages = ['052', '053', '054'] as const
export const versions = ['02', '08'] as const
type Kind = { message: (typeof messages)[number]; version: (typeof versions)[number] }

const elements = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const

const as053: Kind = { message: '053', version: '08' }

/** A whole message with these entries. */
export function camt(lines: readonly string[], kind = as053, iban = guildIban): string {
  const [message, statement] = elements[kind.message]
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind.message}.001.${kind.version}"><${message}>
<GrpHdr><MsgId>1</MsgId></GrpHdr><${statement}><Id>1</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
${lines.join('\n')}
</${statement}></${message}></Document>`
}

type Payment = {
  euros?: string
  day?: string
  side?: 'CRDT' | 'DBIT'
  name?: string
  iban?: string
  purpose?: string
  endToEndId?: string
  mandateId?: string
  /** The code of a returned payment: AM04. */
  reason?: string
  state?: string
  /** Further XML of the entry, before and inside its details. */
  more?: string
  details?: string
}

/** One entry of a statement. */
export function line(payment: Payment = {}, { version } = as053): string {
  const { euros = '20.00', day = '2026-12-10', side = 'CRDT', state = 'BOOK' } = payment
  const { name = 'Xaver Zoller', iban = 'DE21500500009876543210', purpose = '' } = payment
  const party = version === '08' ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`
  const refs = [
    payment.endToEndId && `<EndToEndId>${payment.endToEndId}</EndToEndId>`,
    payment.mandateId && `<MndtId>${payment.mandateId}</MndtId>`,
  ]
  return `<Ntry><Amt Ccy="EUR">${euros}</Amt><CdtDbtInd>${side}</CdtDbtInd>
<Sts>${version === '08' ? `<Cd>${state}</Cd>` : state}</Sts><BookgDt><Dt>${day}</Dt></BookgDt>${payment.more ?? '<BkTxCd/>'}
<NtryDtls><TxDtls><Refs>${refs.filter(Boolean).join('')}</Refs>${payment.details ?? ''}
<RltdPties><Dbtr>${party}</Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></RltdPties>
<RmtInf><Ustrd>${purpose}</Ustrd></RmtInf>
${payment.reason ? `<RtrInf><Rsn><Cd>${payment.reason}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`
}

export const xmlFile = (text: string, name = 'auszug.xml') =>
  new File([text], name, { type: 'text/xml' })

export const zipFile = (files: Readonly<Record<string, string>>, name = 'auszug.zip') => {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)])
  return new File([zipSync(Object.fromEntries(entries)) as BlobPart], name)
}
