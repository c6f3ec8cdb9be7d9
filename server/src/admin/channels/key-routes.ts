import { GatewayError } from '../../core/errors.ts'
import type { AdminApi } from '../admin-api.ts'

/** What clients ask of the keys of channels. */
export function mountKeyRoutes(api: AdminApi): void {
  api.route('POST /api/channel/:id/key', () => {
    throw new GatewayError('channel_key_unreadable')
  })
}
