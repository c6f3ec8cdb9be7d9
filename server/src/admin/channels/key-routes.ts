import { idParams } from '@sluice/contract/route'
import { GatewayError } from '../../core/errors.ts'
import type { AdminApi } from '../admin-api.ts'

/** What clients ask of the keys of channels. */
export function mountKeyRoutes(api: AdminApi): void {
  api.route(
    'POST /api/channel/:id/key',
    { summary: 'Always refused: the key of a channel cannot be read', params: idParams },
    () => {
      throw new GatewayError('channel_key_unreadable')
    },
  )
}
