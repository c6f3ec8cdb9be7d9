import type { Kysely } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import { redact } from '../platform/redact.ts'
import { insertAuditLog } from '../store/audit-logs.ts'
import type { Database } from '../store/schema.ts'

/** An action of an administrator. `before` and `after` are the changed values, never a key, password or token. */
export interface AuditEntry {
  /** `channel.update`, `option.set`, … */
  action: string
  objectType: string
  objectId: string | number
  before?: unknown
  after?: unknown
}

export interface AuditOrigin {
  actor: { id: number; username: string }
  ip: string
  requestId: string
}

/** Records a line by the caller of a request; with `db` inside that transaction. */
export type Audit = (entry: AuditEntry, db?: Kysely<Database>) => Promise<void>

/** The actor of what the program does itself, by a rule of the operator. */
export const program: AuditOrigin['actor'] = { id: 0, username: '' }

/** Records that. */
export const ownAudit =
  ({ db, clock }: { db: Kysely<Database>; clock: Clock }): Audit =>
  (entry, within = db) =>
    recordAudit(within, clock, { actor: program, ip: '', requestId: '' }, entry)

const textMax = 16_384

/** Writes the line; pass the transaction of the change as `db`, so that both are written or neither. */
export async function recordAudit(
  db: Kysely<Database>,
  clock: Clock,
  origin: AuditOrigin,
  entry: AuditEntry,
): Promise<void> {
  await insertAuditLog(db, {
    created_at: clock.now(),
    actor_id: origin.actor.id,
    actor_name: origin.actor.username,
    action: entry.action,
    object_type: entry.objectType,
    object_id: String(entry.objectId),
    before: buildText(entry.before),
    after: buildText(entry.after),
    ip: origin.ip,
    request_id: origin.requestId,
  })
}

/** Only the beginning of a long value, such as a price table, is stored. */
function buildText(value: unknown): string | null {
  if (value === undefined) return null
  const text = redact(JSON.stringify(value))
  return text.length <= textMax ? text : JSON.stringify({ cut: text.slice(0, textMax) })
}
