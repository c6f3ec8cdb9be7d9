import { makeReason } from '@sluice/contract/error-reasons'
import type { groupMoved } from '@sluice/contract/group'
import type { z } from 'zod'
import type { Services } from '../../services.ts'
import { moveChannelsOfGroup, moveGroupStep } from '../../store/group-uses.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'

type Moved = z.infer<typeof groupMoved>

/**
 * Moves every account, token and channel of the group `from` to the group `to`. Runs in steps; a repetition moves the
 * rest. Channels come first, so that no account is moved to a group that no channel serves yet.
 */
export async function moveGroup(
  deps: Services<'db' | 'state'>,
  { from, to }: { from: string; to: string },
  audit: Audit,
): Promise<Moved> {
  const exists = Object.hasOwn(deps.state.current().options.GroupRatio, to)
  if (!exists || from === to) {
    const reason = makeReason('otherGroup')
    throw refusedField('to', reason)
  }
  const channels = await moveChannelsOfGroup(deps.db, { from, to })
  if (channels > 0) await deps.state.publish({ kind: 'channels' })
  const moved = {
    channels,
    users: await moveAll(deps, 'user', { from, to }),
    tokens: await moveAll(deps, 'token', { from, to }),
  }
  await audit({ action: 'group.move', objectType: 'group', objectId: from, after: { to, ...moved } })
  return moved
}

async function moveAll(
  { db, state }: Services<'db' | 'state'>,
  kind: 'user' | 'token',
  group: { from: string; to: string },
): Promise<number> {
  const table = kind === 'user' ? 'users' : 'api_tokens'
  let moved = 0
  for (;;) {
    const ids = await moveGroupStep(db, table, group)
    if (ids.length === 0) return moved
    moved += ids.length
    for (const id of ids) await state.publish({ kind, id })
  }
}
