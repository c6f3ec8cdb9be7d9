import { toSeconds } from '../core/to-seconds.ts'
import type { Services } from '../services.ts'
import { type AccountViewRow, deleteAccountView, listEndedViews } from '../store/account-views.ts'
import { insertAuditLog } from '../store/audit-logs.ts'
import { findUsernames } from '../store/users.ts'

const sweepRows = 200

/** Why a view ended. */
type ViewEnd = 'by hand' | 'time' | 'session' | 'replaced'

/** The end of a view, for the audit trail. */
export const endOfView = (view: AccountViewRow, ended: ViewEnd) => ({
  action: 'user.view_end',
  objectType: 'user',
  objectId: view.user_id,
  after: { ended, started: toSeconds(view.created_at) },
})

/** Removes the views whose time or session has ended, and records their end. Safe on several nodes at once. */
export async function sweepViews({ db, clock }: Services<'db' | 'clock'>): Promise<void> {
  for (;;) {
    const now = clock.now()
    const ended = await listEndedViews(db, now, sweepRows)
    const names = await findUsernames(db, [...new Set(ended.map(({ viewer_id: id }) => id))])
    for (const view of ended) {
      const { action, objectType, objectId, after } = endOfView(view, view.expires_at <= now ? 'time' : 'session')
      const line = {
        created_at: now,
        actor_id: view.viewer_id,
        actor_name: names.get(view.viewer_id) ?? '',
        action,
        object_type: objectType,
        object_id: String(objectId),
        before: null,
        after: JSON.stringify(after),
        ip: '',
        request_id: '',
      }
      await db.transaction().execute(async (trx) => {
        if (await deleteAccountView(trx, view.id_hash)) await insertAuditLog(trx, line)
      })
    }
    if (ended.length < sweepRows) return
  }
}
