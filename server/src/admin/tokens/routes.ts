import { apiToken, apiTokenBatch, apiTokenWrite } from '@sluice/contract/api-token'
import { listOf } from '@sluice/contract/envelope'
import { reasonText } from '@sluice/contract/error-reasons'
import { pageQuery, searchBodyOf } from '@sluice/contract/paging'
import { idParams } from '@sluice/contract/route'
import { z } from 'zod'
import type { Caller } from '../../identity/caller.ts'
import { requireOwnerNow } from '../../identity/require-owner.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { PageConvention } from '../paging.ts'
import { refusedRequest } from '../refused-field.ts'
import { mountTokenKeyRoutes } from './key-routes.ts'
import { createTokenService } from './service.ts'

const convention: PageConvention = { first: 0, sizeParam: 'size' }
const searchConvention: PageConvention = { first: 0, sizeParam: null, isPaged: false }
const searchQuery = z.object({
  ...pageQuery,
  keyword: z.string().max(255).default(''),
  token: z.string().max(255).default(''),
})

/** API tokens of the caller. The answers hold their keys: nobody else's are ever read. */
export function mountTokenRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createTokenService(deps)

  interface Asked {
    caller: Caller
    raw: Request
    query: z.output<typeof searchQuery>
  }
  const answerList = ({ caller, raw, query }: Asked, asked: PageConvention) =>
    deps.listAnswers.answer({ caller, raw, query }, asked, ({ offset, limit }) =>
      service.list(caller, { keyword: query.keyword.trim(), key: query.token.trim(), offset, limit }),
    )

  api.route(
    'GET /api/token/',
    { summary: 'Lists own tokens', query: z.object(pageQuery), data: listOf(apiToken) },
    ({ caller, raw, query }) =>
      answerList({ caller, raw, query: { ...query, keyword: '', token: '' } }, convention),
  )
  const summary = 'Searches own tokens by part of the name and by whole key (keys are stored sealed)'
  api.route(
    'GET /api/token/search',
    { summary, query: searchQuery, data: listOf(apiToken) },
    ({ caller, raw, query }) => answerList({ caller, raw, query }, searchConvention),
  )
  api.route(
    'POST /api/token/search',
    {
      summary: `${summary}; a key does not appear in the address`,
      body: searchBodyOf(searchQuery),
      data: listOf(apiToken),
    },
    ({ caller, raw, body }) => answerList({ caller, raw, query: body }, searchConvention),
  )
  api.route(
    'GET /api/token/:id',
    { summary: 'Reads an own token', params: idParams, data: apiToken },
    async ({ caller, params }) => ({ data: await service.read(caller, params.id) }),
  )
  api.route(
    'POST /api/token/',
    { summary: 'Creates a token', body: apiTokenWrite, data: apiToken },
    async ({ caller, body }) => {
      requireOwnerNow(deps, caller)
      return { data: await service.create(caller, body) }
    },
  )
  api.route(
    'POST /api/token/batch',
    {
      summary:
        'With names creates a token of each with the same settings, all or none; with ids deletes own tokens and answers how many',
      body: apiTokenBatch,
      data: z.union([z.array(apiToken), z.number()]),
    },
    async ({ caller, body: { names = [], ids, ...write } }) => {
      if (ids !== undefined) return { data: await service.deleteMany(caller, ids) }
      requireOwnerNow(deps, caller)
      return { data: await service.createMany(caller, write, names) }
    },
  )
  mountTokenKeyRoutes(api, service)
  api.route(
    'PUT /api/token/',
    {
      summary: 'Changes the fields of an own token that are given; with status_only just its status',
      query: z.object({ status_only: z.string().optional() }),
      body: apiTokenWrite,
      data: apiToken,
    },
    async ({ caller, query, body }) => {
      if (body.id === undefined) throw refusedRequest(reasonText('missing', { name: 'id' }))
      const statusOnly = Boolean(query.status_only)
      return { data: await service.update(caller, body.id, { write: body, statusOnly }) }
    },
  )
  api.route(
    'DELETE /api/token/:id',
    { summary: 'Deletes an own token', params: idParams },
    async ({ caller, params }) => {
      await service.delete(caller, params.id)
      return {}
    },
  )
}
