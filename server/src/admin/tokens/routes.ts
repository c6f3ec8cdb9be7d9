import { makeReason } from '@sluice/contract/error-reasons'
import type { tokenQuery } from '@sluice/contract/routes/token'
import type { z } from 'zod'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { requireOwnerNow } from '../../identity/require-owner.ts'
import { autoGroupsFor, offersAutoGroup, usableGroups } from '../../state/usable-groups.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { PageConvention } from '../paging.ts'
import { refusedRequest } from '../refused-field.ts'
import { mountTokenKeyRoutes } from './key-routes.ts'
import { createTokenService } from './service.ts'

const convention: PageConvention = { first: 0, sizeParam: 'size' }
const searchConvention: PageConvention = { first: 0, sizeParam: null, isPaged: false }

/** API tokens of the caller. The answers contain their keys: keys of other accounts are never read. */
export function mountTokenRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createTokenService(deps)

  interface ListRequest {
    caller: ConsoleCaller
    raw: Request
    query: z.output<typeof tokenQuery>
  }
  const answerList = ({ caller, raw, query }: ListRequest, asked: PageConvention) =>
    deps.listAnswers.answer({ caller, raw, query }, asked, ({ offset, limit }) =>
      service.list(caller, { keyword: query.keyword.trim(), key: query.token.trim(), offset, limit }),
    )

  api.route('GET /api/token/', ({ caller, raw, query }) =>
    answerList({ caller, raw, query: { ...query, keyword: '', token: '' } }, convention),
  )
  api.route('GET /api/token/search', ({ caller, raw, query }) => answerList({ caller, raw, query }, searchConvention))
  api.route('POST /api/token/search', ({ caller, raw, body }) =>
    answerList({ caller, raw, query: body }, searchConvention),
  )
  api.route('GET /api/token/auto-groups', ({ caller }) => {
    const { options } = deps.state.current()
    const max_count = options.MaxTokenAutoGroups
    if (!offersAutoGroup(options)) return { data: { groups: [], max_count } }
    const groups = autoGroupsFor(options, caller.group, null)
    const others = Object.keys(usableGroups(options, caller.group)).filter((group) => !groups.includes(group))
    return { data: { groups: [...groups, ...others], max_count } }
  })
  api.route('GET /api/token/:id', async ({ caller, params }) => ({
    data: await service.read(caller, params.id),
  }))
  api.route('POST /api/token/', async ({ caller, body }) => {
    requireOwnerNow(deps, caller)
    return { data: await service.create(caller, body) }
  })
  api.route('POST /api/token/batch', async ({ caller, body: { names = [], ids, ...write } }) => {
    if (ids !== undefined) return { data: await service.deleteMany(caller, ids) }
    requireOwnerNow(deps, caller)
    return { data: await service.createMany(caller, write, names) }
  })
  mountTokenKeyRoutes(api, service)
  api.route('PUT /api/token/', async ({ caller, query, body }) => {
    if (body.id === undefined) throw refusedRequest(makeReason('missing', { name: 'id' }))
    const statusOnly = Boolean(query.status_only)
    return { data: await service.update(caller, body.id, { write: body, statusOnly }) }
  })
  api.route('DELETE /api/token/:id', async ({ caller, params }) => {
    await service.delete(caller, params.id)
    return {}
  })
}
