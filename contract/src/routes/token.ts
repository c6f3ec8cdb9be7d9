import { z } from 'zod'
import {
  apiToken,
  apiTokenBatch,
  apiTokenKey,
  apiTokenKeys,
  apiTokenKeysRequest,
  apiTokenWrite,
  callableModel,
  tokenOrders,
} from '../api-token.ts'
import { autoGroupChoice } from '../group.ts'
import { pageQuery, searchBodyOf } from '../paging.ts'
import { queryNumber } from '../query-number.ts'
import { idParams, route } from '../route.ts'

const listQuery = {
  ...pageQuery,
  /** 1 enabled, 2 disabled, 3 expired, 4 used up; 0 = any. */
  status: queryNumber,
  /** Other than `id`, the order is decided within the tokens of the account. */
  sort: z.enum(tokenOrders).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  /** Adds `month` to each token. */
  usage: z.literal('month').optional(),
}

export const tokenQuery = z.object({
  ...listQuery,
  keyword: z.string().max(255).default(''),
  token: z.string().max(255).default(''),
})

const search = 'Searches own tokens by part of the name and by whole key (keys are stored encrypted)'

export const tokenRoutes = {
  'GET /api/token/': route({
    access: 'user',
    summary: 'Lists own tokens; keys are masked in the newer form of the list',
    query: z.object(listQuery),
    items: apiToken,
  }),
  'GET /api/token/search': route({ access: 'user', summary: search, query: tokenQuery, items: apiToken }),
  'POST /api/token/search': route({
    access: 'user',
    inDemo: true,
    summary: `${search}; a key does not appear in the address`,
    body: searchBodyOf(tokenQuery),
    items: apiToken,
  }),
  'GET /api/token/auto-groups': route({
    access: 'user',
    summary: 'The groups that an own token of group auto may name, in the default order',
    data: autoGroupChoice,
  }),
  'GET /api/token/:id': route({
    access: 'user',
    summary: 'Reads an own token; its key is masked for a session',
    params: idParams,
    data: apiToken,
    errors: ['not_found'],
  }),
  'GET /api/token/:id/models': route({
    access: 'user',
    summary: 'The models that an own token may call now, each with the ways to call it',
    params: idParams,
    data: z.array(callableModel),
    errors: ['not_found'],
  }),
  'POST /api/token/': route({
    access: 'user',
    summary: 'Creates a token and answers its whole key',
    body: apiTokenWrite,
    data: apiToken,
    errors: ['api_tokens_full'],
  }),
  'POST /api/token/batch': route({
    access: 'user',
    summary:
      'With names creates a token of each with the same settings, all or none; with ids deletes own tokens and answers how many',
    body: apiTokenBatch,
    data: z.union([z.array(apiToken), z.number()]),
    errors: ['api_tokens_full', 'owner_proof_required'],
  }),
  'PUT /api/token/': route({
    access: 'user',
    summary: 'Changes the fields of an own token that are given; with status_only just its status',
    query: z.object({ status_only: z.string().optional() }),
    body: apiTokenWrite,
    data: apiToken,
    errors: ['not_found'],
  }),
  'DELETE /api/token/:id': route({
    access: 'user',
    summary: 'Deletes an own token',
    params: idParams,
    errors: ['not_found', 'owner_proof_required'],
  }),
  'POST /api/token/:id/key': route({
    access: 'user',
    critical: true,
    inDemo: true,
    summary: 'Reads the whole key of an own token',
    params: idParams,
    data: apiTokenKey,
    errors: ['not_found', 'owner_proof_required'],
  }),
  'POST /api/token/batch/keys': route({
    access: 'user',
    critical: true,
    inDemo: true,
    summary: 'Reads the whole keys of own tokens; those of others are left out',
    body: apiTokenKeysRequest,
    data: apiTokenKeys,
    errors: ['owner_proof_required'],
  }),
}
