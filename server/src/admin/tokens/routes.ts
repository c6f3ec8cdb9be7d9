import { apiToken, apiTokenBatch, apiTokenWrite } from '@sluice/contract/api-token'
import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { requireOwnerNow } from '../../identity/require-owner.ts'
import { type AdminApi, idParams } from '../admin-api.ts'
import { plainList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { pageQuery, parsePage, searchBodyOf } from '../paging.ts'
import { mountTokenKeyRoutes } from './key-routes.ts'
import { createTokenService, type TokenOwner } from './service.ts'

const convention = { first: 0, sizeParam: 'size' } as const
const searchQuery = z.object({
  ...pageQuery,
  keyword: z.string().max(255).default(''),
  token: z.string().max(255).default(''),
})

/** API tokens of the caller. The answers hold their keys: nobody else's are ever read. */
export function mountTokenRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createTokenService(deps)

  async function answerList(owner: TokenOwner, query: z.output<typeof searchQuery>) {
    const page = parsePage(query, convention)
    const { items, total } = await service.list(owner, {
      keyword: query.keyword.trim(),
      key: query.token.trim(),
      offset: page.offset,
      limit: page.limit,
    })
    return plainList(items, total, page)
  }

  api.route(
    'GET /api/token/',
    { summary: 'Lists own tokens', query: z.object(pageQuery), data: z.array(apiToken) },
    ({ caller, query }) => answerList(caller, { ...query, keyword: '', token: '' }),
  )
  const summary = 'Searches own tokens by part of the name and by whole key (keys are stored sealed)'
  // Clients that never page a search get as much as one answer may hold.
  const search = (owner: TokenOwner, query: z.output<typeof searchQuery>) =>
    answerList(owner, { ...query, size: query.size ?? '100' })
  api.route(
    'GET /api/token/search',
    { summary, query: searchQuery, data: z.array(apiToken) },
    ({ caller, query }) => search(caller, query),
  )
  api.route(
    'POST /api/token/search',
    {
      summary: `${summary}; a key does not appear in the address`,
      body: searchBodyOf(searchQuery),
      data: z.array(apiToken),
    },
    ({ caller, body }) => search(caller, body),
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
      if (body.id === undefined) throw new GatewayError('invalid_parameters', { reason: 'id is missing' })
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
