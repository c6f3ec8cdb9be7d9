import { makeReason } from '@sluice/contract/error-reasons'
import { roles } from '@sluice/contract/roles'
import { type UserNote, userNoteLimits } from '@sluice/contract/user-note'
import { GatewayError } from '../../core/errors.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { lockRow } from '../../store/lock-row.ts'
import {
  countUserNotes,
  deleteUserNote,
  findUserNote,
  insertUserNote,
  listUserNotes,
  type UserNoteRow,
} from '../../store/user-notes.ts'
import { findUsernames } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { findManaged } from '../find-managed.ts'
import type { Audit } from '../record-audit.ts'

interface Actor {
  caller: ConsoleCaller
  audit: Audit
}

/** The notes on an account, newest first. Throws not_found or user_out_of_reach. */
export async function listNotes(deps: AdminDependencies, userId: number, caller: ConsoleCaller): Promise<UserNote[]> {
  await findManaged(deps, userId, caller)
  const rows = await listUserNotes(deps.db, userId)
  const names = await findUsernames(deps.db, [...new Set(rows.map(({ author_id }) => author_id))])
  return rows.map((row) => buildNote(row, names.get(row.author_id) ?? ''))
}

/** Throws not_found, user_out_of_reach or too_many_notes. A deleted account gets no notes: they would stay. */
export async function addNote(
  deps: AdminDependencies,
  { id, text }: { id: number; text: string },
  { caller, audit }: Actor,
): Promise<UserNote> {
  const row = { user_id: id, author_id: caller.id, body: text, created_at: deps.clock.now() }
  return await deps.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'users', id)
    const { deleted_at: deletedAt } = await findManaged({ db: trx }, id, caller)
    if (deletedAt !== null) throw new GatewayError('not_found', { what: makeReason('user') })
    const max = userNoteLimits.notes
    if ((await countUserNotes(trx, id)) >= max) throw new GatewayError('too_many_notes', { max })
    const noteId = await insertUserNote(trx, row)
    await audit({ action: 'user.note_add', objectType: 'user', objectId: id, after: { note: noteId } }, trx)
    return buildNote({ id: noteId, ...row }, caller.username)
  })
}

/** Throws not_found, user_out_of_reach or note_of_another. The audit trail keeps no text of a deleted note. */
export async function removeNote(
  deps: AdminDependencies,
  { id, noteId }: { id: number; noteId: number },
  { caller, audit }: Actor,
): Promise<void> {
  await findManaged(deps, id, caller)
  const note = await findUserNote(deps.db, { userId: id, id: noteId })
  if (!note) throw noteGone()
  if (note.author_id !== caller.id && caller.role < roles.root) throw new GatewayError('note_of_another')
  await deps.db.transaction().execute(async (trx) => {
    if (!(await deleteUserNote(trx, noteId))) throw noteGone()
    const before = { note: noteId, author: note.author_id }
    await audit({ action: 'user.note_delete', objectType: 'user', objectId: id, before }, trx)
  })
}

const noteGone = () => new GatewayError('not_found', { what: makeReason('userNote') })

const buildNote = (row: UserNoteRow, author: string): UserNote => ({
  id: row.id,
  text: row.body,
  author,
  author_id: row.author_id,
  created_time: toSeconds(row.created_at),
})
