import { z } from 'zod'
import {
  docsPage,
  docsPageCreate,
  docsPageEntry,
  docsPageHead,
  docsPageLimits,
  docsPageOrder,
  docsPageText,
  docsPageUpdate,
} from '../docs-page.ts'
import { idParams, route } from '../route.ts'

/** Two texts, in which each character may have six bytes as JSON. */
const bodyBytesMax = 1_048_576

/** Pages that the operator adds to the documentation. */
export const docsPageRoutes = {
  'GET /api/docs_page/': route({
    access: 'session',
    summary: 'The published pages of the operator that the caller may read, in their order, without their texts',
    data: z.array(docsPageHead),
  }),
  'GET /api/docs_page/texts': route({
    access: 'session',
    summary: 'The same with their texts, for a search',
    data: z.array(docsPageText),
  }),
  'GET /api/docs_page/read/:slug': route({
    access: 'session',
    summary: 'A published page of the operator',
    params: z.object({ slug: z.string().max(docsPageLimits.slug) }),
    data: docsPageText,
    errors: ['not_found', 'not_logged_in'],
  }),
  'GET /api/docs_page/all': route({
    access: 'admin',
    summary: 'All pages of the operator with drafts, in their order, without their texts',
    data: z.array(docsPageEntry),
  }),
  'GET /api/docs_page/:id': route({
    access: 'admin',
    summary: 'A page of the operator, also a draft',
    params: idParams,
    data: docsPage,
    errors: ['not_found'],
  }),
  'POST /api/docs_page/': route({
    access: 'admin',
    summary: 'Adds a page at the end',
    body: docsPageCreate,
    bodyBytesMax,
    data: docsPage,
    errors: ['name_taken', 'too_many_docs_pages'],
  }),
  'PUT /api/docs_page/': route({
    access: 'admin',
    summary: 'Changes a page; absent fields stay. Refused if a changed field no longer has its value of `was`',
    body: docsPageUpdate,
    bodyBytesMax,
    data: docsPage,
    errors: ['name_taken', 'not_found', 'docs_pages_changed'],
  }),
  'PUT /api/docs_page/order': route({
    access: 'admin',
    summary: 'Puts all pages into this order',
    body: docsPageOrder,
    errors: ['docs_pages_changed'],
  }),
  'DELETE /api/docs_page/:id': route({
    access: 'admin',
    summary: 'Deletes a page',
    params: idParams,
    errors: ['not_found'],
  }),
}
