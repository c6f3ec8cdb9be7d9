import { channelBatchStatus, channelStatusWrite } from '@sluice/contract/channel'
import { idParams } from '@sluice/contract/route'
import { z } from 'zod'
import type { AdminApi } from '../admin-api.ts'
import type { ChannelService } from './service.ts'

/** Switching channels as newer clients do; `PUT /api/channel/` takes a status too. */
export function mountStatusRoutes(api: AdminApi, service: ChannelService): void {
  api.route(
    'POST /api/channel/status/batch',
    {
      summary: 'Enables or disables channels; answers how many changed',
      body: channelBatchStatus,
      data: z.number(),
    },
    async ({ body, audit }) => ({ data: await service.switchMany(body.ids, body.status, audit) }),
  )
  api.route(
    'POST /api/channel/:id/status',
    {
      summary: 'Enables or disables a channel; false when it is so already',
      params: idParams,
      body: channelStatusWrite,
      data: z.boolean(),
    },
    async ({ params, body, audit }) => ({ data: await service.switchOne(params.id, body.status, audit) }),
  )
}
