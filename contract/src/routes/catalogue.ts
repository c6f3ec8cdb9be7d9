import { z } from 'zod'
import {
  modelCard,
  modelCardCreate,
  modelCardPage,
  modelCardUpdate,
  prefillGroup,
  prefillGroupCreate,
  prefillGroupUpdate,
  prefillTypes,
  vendor,
  vendorCreate,
  vendorPage,
  vendorUpdate,
} from '../catalogue.ts'
import { pageQuery } from '../paging.ts'
import { idParams, route } from '../route.ts'

const vendorQuery = z.object(pageQuery)
export const vendorSearchQuery = vendorQuery.extend({ keyword: z.string().trim().max(255).default('') })

export const modelCardQuery = z.object({
  ...pageQuery,
  keyword: z.string().trim().max(255).default(''),
  /** An id, or part of a name. */
  vendor: z.string().trim().max(128).default(''),
  status: z.string().max(16).default(''),
  sync_official: z.string().max(16).default(''),
})

const admin = { access: 'admin' } as const

/** Vendors, entries about models, and names that forms can insert. */
export const catalogueRoutes = {
  'GET /api/vendors/': route({
    ...admin,
    summary: 'Vendors, newest first',
    query: vendorQuery,
    data: vendorPage,
  }),
  'GET /api/vendors/search': route({
    ...admin,
    summary: 'Vendors by a part of their name or description',
    query: vendorSearchQuery,
    data: vendorPage,
  }),
  'GET /api/vendors/:id': route({
    ...admin,
    summary: 'A vendor',
    params: idParams,
    data: vendor,
    errors: ['not_found'],
  }),
  'POST /api/vendors/': route({
    ...admin,
    summary: 'Adds a vendor',
    body: vendorCreate,
    data: vendor,
    errors: ['name_taken'],
  }),
  'PUT /api/vendors/': route({
    ...admin,
    summary: 'Changes a vendor',
    body: vendorUpdate,
    data: vendor,
    errors: ['name_taken', 'not_found'],
  }),
  'DELETE /api/vendors/:id': route({
    ...admin,
    summary: 'Deletes a vendor; its models then have none',
    params: idParams,
    errors: ['not_found'],
  }),
  'GET /api/models/': route({
    ...admin,
    summary: 'Lists model entries, newest first; the address without the trailing slash is another route',
    query: modelCardQuery,
    data: modelCardPage,
  }),
  'GET /api/models/search': route({
    ...admin,
    summary: 'Lists model entries by name, vendor and status, newest first',
    query: modelCardQuery,
    data: modelCardPage,
  }),
  'GET /api/models/missing': route({
    ...admin,
    summary: 'Models of enabled channels that have no entry',
    data: z.array(z.string()),
  }),
  'GET /api/models/:id': route({
    ...admin,
    summary: 'Reads a model entry',
    params: idParams,
    data: modelCard,
    errors: ['not_found'],
  }),
  'POST /api/models/': route({
    ...admin,
    summary: 'Adds a model entry',
    body: modelCardCreate,
    data: modelCard,
    errors: ['name_taken'],
  }),
  'PUT /api/models/': route({
    ...admin,
    summary: 'Changes a model entry; with status_only just its status',
    query: z.object({ status_only: z.string().max(16).default('') }),
    body: modelCardUpdate,
    data: modelCard,
    errors: ['name_taken', 'not_found'],
  }),
  'DELETE /api/models/:id': route({
    ...admin,
    summary: 'Deletes a model entry',
    params: idParams,
    errors: ['not_found'],
  }),
  'GET /api/prefill_group/': route({
    ...admin,
    summary: 'Prefill groups by name, of one type or all',
    query: z.object({ type: z.enum(['', ...prefillTypes]).default('') }),
    data: z.array(prefillGroup),
  }),
  'POST /api/prefill_group/': route({
    ...admin,
    summary: 'Adds a prefill group',
    body: prefillGroupCreate,
    data: prefillGroup,
    errors: ['name_taken'],
  }),
  'PUT /api/prefill_group/': route({
    ...admin,
    summary: 'Changes a prefill group',
    body: prefillGroupUpdate,
    data: prefillGroup,
    errors: ['name_taken', 'not_found'],
  }),
  'DELETE /api/prefill_group/:id': route({
    ...admin,
    summary: 'Deletes a prefill group',
    params: idParams,
    errors: ['not_found'],
  }),
}
