import type { AdminApi } from '../admin-api.ts'
import type { ChannelService } from './service.ts'

/** Status routes of newer clients. `PUT /api/channel/` also takes a status. */
export function mountStatusRoutes(api: AdminApi, service: ChannelService): void {
  api.route('POST /api/channel/status/batch', async ({ body, audit }) => ({
    data: await service.many.switch(body.ids, body.status, audit),
  }))
  api.route('POST /api/channel/:id/status', async ({ params, body, audit }) => ({
    data: await service.switchOne(params.id, body.status, audit),
  }))
}
