import type { NoticeMailKind, Role } from '#worker/domain/codes.ts'

/** SQL with `?` for each value: bound on this machine, written out for a deployed database. */
export type Statement = { sql: string; values: readonly (string | number | null)[] }

export type NewUser = {
  emailAddress: string
  firstName: string
  lastName: string
  roles: readonly Role[]
  passwordHash: string
  createdAt: string
}

export function findUser(emailAddress: string): Statement {
  return { sql: 'SELECT id FROM users WHERE email_address = ?', values: [emailAddress] }
}

export function listUsers(): Statement {
  const sql = `SELECT email_address, first_name, last_name, locked,
      (SELECT group_concat(role, ', ') FROM user_roles WHERE user_id = users.id) AS roles
    FROM users ORDER BY email_address`
  return { sql, values: [] }
}

export function createUser(user: NewUser): Statement[] {
  const { emailAddress, firstName, lastName, passwordHash, createdAt } = user
  const sql = `INSERT INTO users (email_address, first_name, last_name, password_hash, created_at)
    VALUES (?, ?, ?, ?, ?)`
  const values = [emailAddress, firstName, lastName, passwordHash, createdAt]
  return [{ sql, values }, ...user.roles.map((role) => giveRole(emailAddress, role))]
}

/** Also ends all sessions and removes the passkeys, since one may be lost and the old password known. */
export function changePassword(emailAddress: string, passwordHash: string, now: Date): Statement[] {
  const sql = `UPDATE users SET password_hash = ?, token_version = token_version + 1
    WHERE email_address = ?`
  const passkeys = `DELETE FROM passkeys WHERE user_id IN ${ofAddress}`
  return [
    insertNotice('passwordChanged', emailAddress, now),
    insertNotice('passkeyRemoved', emailAddress, now, 'id IN (SELECT user_id FROM passkeys)'),
    { sql, values: [passwordHash, emailAddress] },
    { sql: passkeys, values: [emailAddress] },
    ...endAllAccess(emailAddress, now),
  ]
}

export function changeRoles(emailAddress: string, roles: readonly Role[]): Statement[] {
  const sql =
    'DELETE FROM user_roles WHERE user_id IN (SELECT id FROM users WHERE email_address = ?)'
  return [{ sql, values: [emailAddress] }, ...roles.map((role) => giveRole(emailAddress, role))]
}

export function setLocked(emailAddress: string, locked: boolean, now: Date): Statement[] {
  const sql =
    'UPDATE users SET locked = ?, token_version = token_version + 1 WHERE email_address = ?'
  const values = [locked ? 1 : 0, emailAddress]
  const browsers = `DELETE FROM known_browsers WHERE user_id IN ${ofAddress}`
  return [
    { sql, values },
    ...(locked ? [{ sql: browsers, values: [emailAddress] }] : []),
    ...endAllAccess(emailAddress, now),
  ]
}

const ofAddress = '(SELECT id FROM users WHERE email_address = ?)'

/** Informs the user by mail, sent by the cron; skipped where no sender is configured. */
function insertNotice(
  kind: NoticeMailKind,
  emailAddress: string,
  now: Date,
  onlyIf = '1',
): Statement {
  const at = now.toISOString()
  const sql = `INSERT INTO mails (key, kind, email_address, user_id, state, not_before, created_at)
    SELECT ? || lower(hex(randomblob(16))), ?, email_address, id, 'waiting', ?, ? FROM users
    WHERE email_address = ? AND ${onlyIf}`
  return { sql, values: [`${kind}-`, kind, at, at, emailAddress] }
}

/** Ends sessions, links and passkey challenges. */
function endAllAccess(emailAddress: string, now: Date): Statement[] {
  const at = now.toISOString()
  return [
    {
      sql: `UPDATE sessions SET ended_at = ? WHERE ended_at IS NULL AND user_id IN ${ofAddress}`,
      values: [at, emailAddress],
    },
    {
      sql: `UPDATE user_links SET expires_at = ?
        WHERE used_at IS NULL AND expires_at > ? AND user_id IN ${ofAddress}`,
      values: [at, at, emailAddress],
    },
    {
      sql: `DELETE FROM passkey_challenges WHERE user_id IN ${ofAddress}`,
      values: [emailAddress],
    },
  ]
}

function giveRole(emailAddress: string, role: Role): Statement {
  const sql =
    'INSERT INTO user_roles (user_id, role) SELECT id, ? FROM users WHERE email_address = ?'
  return { sql, values: [role, emailAddress] }
}
