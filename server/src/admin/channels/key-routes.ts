import { GatewayError } from '../../core/errors.ts'
import type { AdminApi } from '../admin-api.ts'
import type { ChannelService } from './service.ts'

/** What clients ask of the keys of channels. */
export function mountKeyRoutes(api: AdminApi, service: ChannelService): void {
  api.route('POST /api/channel/multi_key/manage', async ({ body, audit }) => {
    const { channel_id: id, action, key_index: index = 0, ...asked } = body
    if (action === 'get_key_status') return { data: await service.listKeys(id, asked) }
    await service.deleteKey(id, index, audit)
    return {}
  })
  api.route('POST /api/channel/:id/key', () => {
    throw new GatewayError('channel_key_unreadable')
  })
}
