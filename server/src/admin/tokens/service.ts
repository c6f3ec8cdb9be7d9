import {
  type ApiToken,
  apiKeyLength,
  apiTokenQuotaDefault,
  type CallableModel,
  type TokenOrder,
} from '@sluice/contract/api-token'
import { parseAutoGroups } from '@sluice/contract/auto-groups'
import { makeReason } from '@sluice/contract/error-reasons'
import type { AutoGroupChoice } from '@sluice/contract/group'
import { quota } from '@sluice/contract/quota'
import { tokenStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { GatewayError } from '../../core/errors.ts'
import { defined } from '../../core/json/defined.ts'
import { openToken } from '../../ledger/open-account.ts'
import { createRandomText } from '../../platform/request-id.ts'
import type { Services } from '../../services.ts'
import { autoGroupsFor, offersAutoGroup, selectableGroups, usableGroups } from '../../state/usable-groups.ts'
import {
  type ApiTokenFilter,
  countApiTokens,
  deleteApiTokens,
  findApiToken,
  listApiTokenIds,
  listApiTokens,
  listApiTokensById,
  tokenKeyPurpose,
  tokenKeySealContext,
  updateApiToken,
} from '../../store/api-tokens.ts'
import type { Slice } from '../../store/channels.ts'
import { lockRow } from '../../store/lock-row.ts'
import type { ApiTokenRow, Database } from '../../store/schema.ts'
import { reenableToken } from '../../store/token-states.ts'
import { refusedField } from '../refused-field.ts'
import { buildApiToken, isExpired } from './build-api-token.ts'
import { callableModels } from './callable-models.ts'
import { type KeyForm, maskKey } from './key-form.ts'
import { type GroupChoice, nextRemain, nextStatus, parseTokenFields, type TokenWrite } from './parse-token-write.ts'
import { readTokenMonths, sortByMonth, type TokenMonths, unusedMonth } from './token-months.ts'

/** The owner of the tokens. Tokens of other accounts do not exist for this service. */
export interface TokenOwner {
  id: number
  groups: readonly string[]
}

export interface TokenQuery extends Slice {
  keyword: string
  /** A whole key, with or without `sk-`; '' = any. Keys are encrypted, so a part of one cannot be searched. */
  key: string
  /** 0 = any. */
  status: number
  sort: TokenOrder
  isAscending: boolean
  /** Adds the usage of the month. */
  withMonth: boolean
}

/** The columns of the orders that the database decides. */
const columnOf = {
  id: 'id',
  name: 'name',
  accessed: 'accessed_at',
  expires: 'expires_at',
  used: 'used_quota',
} as const
const amountOf = { spend: 'quota', calls: 'calls' } as const

/** The rules of API tokens. Only the ledger changes their quota. */
export function createTokenService(deps: Services<'db' | 'reports' | 'ledger' | 'state' | 'clock' | 'secretBox'>) {
  const { db, reports, ledger, state, clock, secretBox } = deps
  const randomText = createRandomText()

  function build(row: ApiTokenRow, keys: KeyForm): ApiToken {
    const key = keyOf(row)
    return buildApiToken(row, keys === 'whole' ? key : maskKey(key), clock.now())
  }

  const keyOf = (row: ApiTokenRow): string => {
    try {
      return secretBox.open(row.key_box, tokenKeySealContext)
    } catch {
      // A damaged row must not break the whole list. Its token can still be deleted.
      return ''
    }
  }

  /** `kept`: the groups of the token so far. They stay until they are changed; calls check them anyway. */
  function groupChoice(owner: TokenOwner, kept: readonly string[] = []): GroupChoice {
    const { options } = state.current()
    const groups = selectableGroups(options, owner.groups)
    const isUsable = (group: string) => kept.includes(group) || Object.hasOwn(groups, group)
    return { isUsable, max: options.MaxTokenAutoGroups }
  }

  async function find(owner: TokenOwner, id: number, from: Kysely<Database> = db): Promise<ApiTokenRow> {
    const row = await findApiToken(from, { id, userId: owner.id })
    if (row === undefined) throw new GatewayError('not_found', { what: makeReason('token') })
    return row
  }

  const filterOf = (owner: TokenOwner, { keyword, key, status }: Pick<TokenQuery, 'keyword' | 'key' | 'status'>) => ({
    userId: owner.id,
    keyword,
    keyHash: key === '' ? null : secretBox.lookup(bareKey(key), tokenKeyPurpose),
    status: status === 0 ? undefined : { is: status, at: clock.now() },
  })

  /** A page of the tokens, and what all of them used this month where the order needs it. */
  async function readPage(
    owner: TokenOwner,
    filter: ApiTokenFilter,
    query: TokenQuery,
  ): Promise<{ rows: ApiTokenRow[]; months: TokenMonths | null }> {
    const { sort, isAscending, offset, limit } = query
    if (sort !== 'spend' && sort !== 'calls')
      return { rows: await listApiTokens(db, filter, query, { by: columnOf[sort], isAscending }), months: null }
    const months = await readTokenMonths(reports, { userId: owner.id }, clock.now())
    const sorted = sortByMonth(await listApiTokenIds(db, filter), months, { by: amountOf[sort], isAscending })
    const ids = sorted.slice(offset, offset + limit)
    const found = new Map((await listApiTokensById(db, { ids, userId: owner.id })).map((row) => [row.id, row]))
    return { rows: ids.flatMap((id) => found.get(id) ?? []), months }
  }

  async function createAll(owner: TokenOwner, write: TokenWrite, names: readonly string[]): Promise<ApiToken[]> {
    const now = clock.now()
    const fields = { ...newTokenDefaults, ...parseTokenFields(write, groupChoice(owner)) }
    if (names.includes('')) throw refusedField('name', makeReason('notEmpty'))
    if (isExpired(fields, now)) throw refusedField('expired_time', makeReason('expiryPast'))
    const remain = nextRemain(write, null) ?? quota(apiTokenQuotaDefault)
    const { 'token_setting.max_user_tokens': limit } = state.current().options
    const ids = await db.transaction().execute(async (trx) => {
      await lockRow(trx, 'users', owner.id)
      await refuseTooMany(trx, owner, { added: names.length, limit })
      const inserted: number[] = []
      for (const name of names) {
        const key = randomText(apiKeyLength)
        const token = {
          ...fields,
          name,
          user_id: owner.id,
          key_hash: secretBox.lookup(key, tokenKeyPurpose),
          key_box: secretBox.seal(key, tokenKeySealContext),
          status: write.status === tokenStatus.disabled ? tokenStatus.disabled : tokenStatus.enabled,
          created_at: now,
          accessed_at: now,
        }
        inserted.push(await openToken(trx, token, remain))
      }
      return inserted
    })
    return await Promise.all(
      ids.map(async (id) => {
        await state.publish({ kind: 'token', id })
        return build(await find(owner, id), 'whole')
      }),
    )
  }

  async function deleteAll(owner: TokenOwner, ids: readonly number[]): Promise<number> {
    const which = { ids: [...new Set(ids)], userId: owner.id, at: clock.now() }
    const deleted = await db.transaction().execute((trx) => deleteApiTokens(trx, which))
    for (const id of deleted) {
      ledger.forgetToken(id)
      await state.publish({ kind: 'token', id })
    }
    return deleted.length
  }

  return {
    read: async (owner: TokenOwner, id: number, keys: KeyForm): Promise<ApiToken> => build(await find(owner, id), keys),

    async list(owner: TokenOwner, query: TokenQuery, keys: KeyForm): Promise<{ items: ApiToken[]; total: number }> {
      const filter = filterOf(owner, query)
      const { rows, months } = await readPage(owner, filter, query)
      const total = await countApiTokens(db, filter)
      if (!query.withMonth) return { items: rows.map((row) => build(row, keys)), total }
      const tokenIds = rows.map(({ id }) => id)
      const used = months ?? (await readTokenMonths(reports, { tokenIds }, clock.now()))
      return { items: rows.map((row) => ({ ...build(row, keys), month: used.get(row.id) ?? unusedMonth })), total }
    },

    async listModels(owner: TokenOwner, id: number): Promise<CallableModel[]> {
      const token = await find(owner, id)
      return callableModels(state.current(), { token, own: owner.groups, now: clock.now() })
    },

    /** The groups that a token of group auto may name, those of the default order first. */
    listAutoGroups({ groups: own }: TokenOwner): AutoGroupChoice {
      const { options } = state.current()
      const max_count = options.MaxTokenAutoGroups
      if (!offersAutoGroup(options)) return { groups: [], max_count }
      const groups = autoGroupsFor(options, own, null)
      const others = Object.keys(usableGroups(options, own)).filter((one) => !groups.includes(one))
      return { groups: [...groups, ...others], max_count }
    },

    /** Creating a token is when its whole key is sent without a proof. */
    async create(owner: TokenOwner, write: TokenWrite): Promise<ApiToken> {
      const [created] = await createAll(owner, write, [write.name ?? ''])
      if (!created) throw new Error('no token was created')
      return created
    },

    /** A token for each name, with otherwise identical settings: all or none. */
    createMany: createAll,

    async update(
      owner: TokenOwner,
      id: number,
      more: { write: TokenWrite; statusOnly: boolean; keys: KeyForm },
    ): Promise<ApiToken> {
      const write = more.statusOnly ? { status: more.write.status } : more.write
      const { before, remain } = await db.transaction().execute(async (trx) => {
        await lockRow(trx, 'api_tokens', id)
        const row = await find(owner, id, trx)
        const remain = nextRemain(write, row)
        const kept = [row.group_name, ...(parseAutoGroups(row.auto_groups) ?? [])]
        const changes = parseTokenFields(write, groupChoice(owner, kept))
        const after: ApiTokenRow = {
          ...row,
          ...defined<Partial<ApiTokenRow>>(changes),
          remain_quota: remain ?? row.remain_quota,
        }
        const status = nextStatus(write.status, row, after, clock.now())
        await updateApiToken(trx, { id, userId: owner.id }, { ...changes, status })
        return { before: row, remain }
      })
      if (remain !== null) {
        await ledger.setTokenRemain(id, remain)
        // It may have been marked as used up just before.
        await reenableToken(db, id)
      }
      const saved = await find(owner, id)
      if (saved.unlimited_quota !== before.unlimited_quota) ledger.forgetToken(id)
      await state.publish({ kind: 'token', id })
      return build(saved, more.keys)
    },

    async delete(owner: TokenOwner, id: number): Promise<void> {
      if ((await deleteAll(owner, [id])) === 0) throw new GatewayError('not_found', { what: makeReason('token') })
    },

    /** Deletes those of the tokens that belong to the owner. Returns their number. */
    deleteMany: deleteAll,

    async revealKey(owner: TokenOwner, id: number): Promise<string> {
      const key = keyOf(await find(owner, id))
      if (key === '') throw new GatewayError('not_found', { what: makeReason('token') })
      return key
    },

    /** Id to key, of those tokens that are the owner's. */
    async revealKeys(owner: TokenOwner, ids: readonly number[]): Promise<Record<string, string>> {
      const rows = await listApiTokensById(db, { ids: [...new Set(ids)], userId: owner.id })
      const keys = rows.map((row) => [String(row.id), keyOf(row)] as const)
      return Object.fromEntries(keys.filter(([, key]) => key !== ''))
    },
  }
}

export type TokenService = ReturnType<typeof createTokenService>

const newTokenDefaults = {
  name: '',
  expires_at: null,
  unlimited_quota: 0,
  model_limits_enabled: 0,
  model_limits: '',
  allow_ips: '',
  group_name: '',
}

async function refuseTooMany(
  db: Kysely<Database>,
  owner: TokenOwner,
  { added, limit }: { added: number; limit: number },
): Promise<void> {
  const count = await countApiTokens(db, { userId: owner.id, keyword: '', keyHash: null })
  if (count + added > limit) throw new GatewayError('api_tokens_full', { limit })
}

/** The key without `sk-` and without the id of a pinned channel. */
const bareKey = (text: string): string => text.trim().replace(/^sk-/, '').split('-')[0] ?? ''
