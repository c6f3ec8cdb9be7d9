import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createDocsPageService } from './service.ts'

export function mountDocsPageRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createDocsPageService(deps)
  api.route('GET /api/docs_page/', ({ caller }) => ({ data: service.listFor(caller) }))
  api.route('GET /api/docs_page/texts', async ({ caller }) => ({ data: await service.readTextsFor(caller) }))
  api.route('GET /api/docs_page/read/:slug', async ({ caller, params }) => ({
    data: await service.readFor(caller, params.slug),
  }))
  api.route('GET /api/docs_page/all', async () => ({ data: await service.list() }))
  api.route('GET /api/docs_page/:id', async ({ params }) => ({ data: await service.read(params.id) }))
  api.route('POST /api/docs_page/', async ({ body, audit }) => ({ data: await service.create(body, audit) }))
  api.route('PUT /api/docs_page/order', async ({ body, audit }) => {
    await service.order(body.ids, audit)
    return {}
  })
  api.route('PUT /api/docs_page/', async ({ body: { id, ...changes }, audit }) => ({
    data: await service.update(id, changes, audit),
  }))
  api.route('DELETE /api/docs_page/:id', async ({ params, audit }) => {
    await service.remove(params.id, audit)
    return {}
  })
}
