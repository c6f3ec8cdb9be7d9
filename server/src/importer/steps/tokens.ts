import { autoGroup } from '@sluice/contract/group'
import { listOf } from '@sluice/contract/read-json'
import { tokenStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { tokenKeyPurpose, tokenKeySealContext } from '../../store/api-tokens.ts'
import type { Database, NewApiToken } from '../../store/schema.ts'
import { isOneApi } from '../layout.ts'
import type { SourceRow } from '../source-row.ts'
import { type ImportContext, type ImportStep, insertRows, nameIn } from './step.ts'

const statuses: readonly number[] = Object.values(tokenStatus)

/** API keys stay valid: the same key belongs to the same token. */
export const tokensStep: ImportStep = {
  name: 'tokens',
  table: 'tokens',
  async write({ rows, db, context }) {
    const owners = await findOwners(db, rows)
    const tokens: (NewApiToken & { id: number; used_quota: number })[] = []
    for (const row of rows) {
      const owner = owners.get(row.integer('user_id'))
      if (owner) tokens.push(buildToken(row, owner, context))
      else context.notes.add('Tokens of accounts that no longer exist', `token ${row.integer('id')}`)
    }
    await insertRows(db, 'api_tokens', tokens)
    const used = tokens.filter((token) => token.used_quota !== 0)
    await insertRows(
      db,
      'opening_sums',
      used.map(({ id, used_quota }) => ({ kind: 'token', object_id: id, used_quota })),
    )
  },
}

interface Owner {
  id: number
  deleted_at: number | null
}

async function findOwners(db: Kysely<Database>, rows: readonly SourceRow[]): Promise<Map<number, Owner>> {
  const ids = [...new Set(rows.map((row) => row.integer('user_id')))]
  if (ids.length === 0) return new Map()
  const owners = await db.selectFrom('users').select(['id', 'deleted_at']).where('id', 'in', ids).execute()
  return new Map(owners.map((owner) => [owner.id, owner]))
}

function buildToken(row: SourceRow, owner: Owner, context: ImportContext) {
  const { layout, secretBox, notes } = context
  const key = row.text('key').replace(/^sk-/, '')
  const [remain, used] = [row.amount('remain_quota'), row.amount('used_quota')]
  const expires = row.integer('expired_time')
  const status = row.integer('status')
  const deletedAt = owner.deleted_at ?? (isOneApi(layout) ? null : row.instant('deleted_at'))
  if (owner.deleted_at === null && deletedAt !== null)
    notes.add('Deleted tokens. They stay deleted', `token ${row.integer('id')} of user ${owner.id}`)
  return {
    id: row.integer('id'),
    user_id: owner.id,
    name: nameIn(row, 'name', { max: 255, place: `token ${row.integer('id')}` }, context),
    key_hash: secretBox.lookup(key, tokenKeyPurpose),
    // The key of a deleted account is not stored.
    key_box: owner.deleted_at === null ? secretBox.seal(key, tokenKeySealContext) : '',
    status: statuses.includes(status) ? status : tokenStatus.disabled,
    created_at: row.seconds('created_time'),
    accessed_at: row.seconds('accessed_time'),
    expires_at: expires > 0 ? expires * 1_000 : null,
    remain_quota: remain,
    used_quota: used,
    granted_quota: remain + used,
    unlimited_quota: row.flag('unlimited_quota') ? 1 : 0,
    ...(isOneApi(layout) ? oneApiLimits(row) : newApiLimits(row)),
    group_name: row.clipped('group', 64),
    cross_group_retry: row.flag('cross_group_retry') ? 1 : 0,
    auto_groups: autoGroupsOf(row),
    deleted_at: deletedAt,
  }
}

const newApiLimits = (row: SourceRow) => ({
  model_limits_enabled: row.flag('model_limits_enabled') ? 1 : 0,
  model_limits: row.text('model_limits'),
  allow_ips: linesOf(row.text('allow_ips')),
})

/** One API limits a token to models as soon as it names one. */
const oneApiLimits = (row: SourceRow) => ({
  model_limits_enabled: row.text('models') === '' ? 0 : 1,
  model_limits: row.text('models'),
  allow_ips: linesOf(row.text('subnet')),
})

/** JSON text of the groups that a token of the group `auto` tries; null = those of the site. */
function autoGroupsOf(row: SourceRow): string | null {
  const groups = listOf(row.json('auto_groups')).filter((name) => typeof name === 'string' && name !== autoGroup)
  return groups.length === 0 ? null : JSON.stringify(groups)
}

/** Addresses and ranges, one a line. */
const linesOf = (text: string): string =>
  text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .join('\n')
