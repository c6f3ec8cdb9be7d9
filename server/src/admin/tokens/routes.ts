import { accountGroups } from '@sluice/contract/account-groups'
import type { tokenQuery } from '@sluice/contract/routes/token'
import type { z } from 'zod'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { requireOwnerOfKeys } from '../../identity/require-owner.ts'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { findManaged } from '../find-managed.ts'
import { type PageConvention, parsePage } from '../paging.ts'
import { requireId } from '../refused-field.ts'
import { keyFormFor, keyFormOfList } from './key-form.ts'
import { createTokenService, type TokenService } from './service.ts'
import { tellOfTokens } from './tell-of-tokens.ts'

const convention: PageConvention = { first: 0, sizeParam: 'size' }
const searchConvention: PageConvention = { first: 0, sizeParam: null, isPaged: false }

/** API tokens of the caller, and for administrators those of an account. Keys of others are only sent masked. */
export function mountTokenRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createTokenService(deps)

  interface ListRequest {
    caller: ConsoleCaller
    raw: Request
    query: z.output<typeof tokenQuery>
  }
  const answerList = ({ caller, raw, query }: ListRequest, convention: PageConvention) =>
    deps.listAnswers.answer({ caller, raw, query }, convention, (page) => {
      const { offset, limit } = page
      const { keyword, token, status = 0, sort = 'id', order, usage } = query
      const asked = {
        keyword: keyword.trim(),
        key: token.trim(),
        status,
        sort,
        isAscending: order === 'asc',
        withMonth: usage === 'month',
        offset,
        limit,
      }
      return service.list(caller, asked, keyFormOfList(caller, page))
    })

  api.route('GET /api/token/', ({ caller, raw, query }) =>
    answerList({ caller, raw, query: { ...query, keyword: '', token: '' } }, convention),
  )
  api.route('GET /api/token/search', ({ caller, raw, query }) => answerList({ caller, raw, query }, searchConvention))
  api.route('POST /api/token/search', ({ caller, raw, body }) =>
    answerList({ caller, raw, query: body }, searchConvention),
  )
  api.route('GET /api/token/auto-groups', ({ caller }) => ({ data: service.listAutoGroups(caller) }))
  api.route('GET /api/token/:id/models', async ({ caller, params }) => ({
    data: await service.listModels(caller, params.id),
  }))
  api.route('GET /api/token/:id', async ({ caller, params }) => ({
    data: await service.read(caller, params.id, keyFormFor(caller)),
  }))
  const tellOwner = (caller: ConsoleCaller, created: readonly { name: string }[]) =>
    tellOfTokens(
      deps,
      caller,
      created.map(({ name }) => name),
    )
  api.route('POST /api/token/', async ({ caller, body }) => {
    const created = await service.create(caller, body)
    await tellOwner(caller, [created])
    return { data: created }
  })
  api.route('POST /api/token/batch', async ({ caller, body: { names = [], ids, ...write } }) => {
    if (ids !== undefined) {
      requireOwnerOfKeys(deps, caller)
      return { data: await service.deleteMany(caller, ids) }
    }
    const created = await service.createMany(caller, write, names)
    await tellOwner(caller, created)
    return { data: created }
  })
  mountTokenKeyRoutes(api, deps, service)
  api.route('GET /api/user/:id/tokens', async ({ caller, params, query }) => {
    const owner = await findManaged(deps, params.id, caller)
    const page = parsePage(query)
    const { offset, limit } = page
    const all = { keyword: '', key: '', status: 0, sort: 'accessed', isAscending: false, withMonth: true } as const
    const groups = accountGroups(owner.group_name)
    return pagedList(await service.list({ id: owner.id, groups }, { ...all, offset, limit }, 'masked'), page)
  })
  api.route('PUT /api/token/', async ({ caller, query, body }) => {
    const how = { statusOnly: Boolean(query.status_only), keys: keyFormFor(caller) }
    return { data: await service.update(caller, requireId(body.id), { write: body, ...how }) }
  })
  api.route('DELETE /api/token/:id', async ({ caller, params }) => {
    requireOwnerOfKeys(deps, caller)
    await service.delete(caller, params.id)
    return {}
  })
}

/** Whole keys, for their owner: a session proves it by a sign-in that is not too old. */
function mountTokenKeyRoutes(api: AdminApi, deps: AdminDependencies, service: TokenService): void {
  api.route('POST /api/token/:id/key', async ({ caller, params }) => {
    requireOwnerOfKeys(deps, caller)
    return { data: { key: await service.revealKey(caller, params.id) } }
  })
  api.route('POST /api/token/batch/keys', async ({ caller, body }) => {
    requireOwnerOfKeys(deps, caller)
    return { data: { keys: await service.revealKeys(caller, body.ids) } }
  })
}
