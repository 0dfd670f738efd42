import { env } from 'cloudflare:workers'
import { rows } from '#tests/support/api.ts'
import type { ActKind, ActOutcome } from '#worker/check-in/check-in.contract.ts'

// Database events in their order, recorded by triggers of the test, so that they do not depend on what the
// code under test reports.

/** A row of the act log. */
export type Logged = {
  what: 'act'
  id: string
  kind: ActKind
  paradeId: number
  participationId: number | null
  userId: number
  actedAt: string
  receivedAt: string
  outcome: ActOutcome
}

export type Born = {
  what: 'born'
  id: number
  paradeId: number
  state: string
  door: string
  person: string
  number: string
} & Ticks

/** Columns that only acts may change. */
export type Ticks = {
  confirmed: number
  confirmedAt: string | null
  confirmedBy: number | null
  paid: number
  paidAt: string | null
  paidBy: number | null
  returnedAt: string | null
}

type Moved = { what: 'state'; id: number; state: string }
type Returned = { what: 'cash'; id: number } & Ticks
type CalledOff = { what: 'parade'; id: number; cancelledAt: string | null }

export type Happened = Logged | Born | Moved | Returned | CalledOff

const ticksOf = (row: string) => `'confirmed', ${row}.participation_confirmed,
  'confirmedAt', ${row}.participation_confirmed_at, 'confirmedBy', ${row}.confirmed_by,
  'paid', ${row}.participation_fee_payed, 'paidAt', ${row}.fee_payed_at, 'paidBy', ${row}.fee_payed_by,
  'returnedAt', ${row}.cash_returned_at`

const insertHappened = (values: string) =>
  `BEGIN INSERT INTO machine_happened (told) VALUES (json_object(${values})); END`

/** Records until the end of the test. */
export async function watchDatabase(): Promise<void> {
  await env.DB.batch(
    [
      'CREATE TABLE machine_happened (seq INTEGER PRIMARY KEY AUTOINCREMENT, told TEXT NOT NULL)',
      `CREATE TRIGGER machine_act AFTER INSERT ON check_in_acts ${insertHappened(`'what', 'act', 'id', NEW.id,
        'kind', NEW.kind, 'paradeId', NEW.parade_id, 'participationId', NEW.participation_id,
        'userId', NEW.user_id, 'actedAt', NEW.acted_at, 'receivedAt', NEW.received_at,
        'outcome', NEW.outcome`)}`,
      `CREATE TRIGGER machine_born AFTER INSERT ON participations ${insertHappened(`'what', 'born', 'id', NEW.id,
        'paradeId', NEW.parade_id, 'state', NEW.state, 'door', NEW.door, 'person', NEW.given_key,
        'number', NEW.costume_number_key, ${ticksOf('NEW')}`)}`,
      `CREATE TRIGGER machine_state AFTER UPDATE OF state ON participations
        ${insertHappened(`'what', 'state', 'id', NEW.id, 'state', NEW.state`)}`,
      `CREATE TRIGGER machine_cash AFTER UPDATE OF cash_returned_at ON participations
        WHEN NEW.cash_returned_at IS NOT OLD.cash_returned_at AND NEW.fee_payed_at IS OLD.fee_payed_at
        ${insertHappened(`'what', 'cash', 'id', NEW.id, ${ticksOf('NEW')}`)}`,
      `CREATE TRIGGER machine_parade AFTER UPDATE OF cancelled_at ON parades
        ${insertHappened(`'what', 'parade', 'id', NEW.id, 'cancelledAt', NEW.cancelled_at`)}`,
    ].map((statement) => env.DB.prepare(statement)),
  )
}

export async function happened(): Promise<Happened[]> {
  const told = await rows<{ told: string }>('SELECT told FROM machine_happened ORDER BY seq')
  return told.map((row): Happened => JSON.parse(row.told))
}

export function storedTicks(): Promise<({ id: number; state: string } & Ticks)[]> {
  return rows(`SELECT id, state, participation_confirmed AS confirmed,
    participation_confirmed_at AS confirmedAt, confirmed_by AS confirmedBy,
    participation_fee_payed AS paid, fee_payed_at AS paidAt, fee_payed_by AS paidBy,
    cash_returned_at AS returnedAt FROM participations ORDER BY id`)
}
