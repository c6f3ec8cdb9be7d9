import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { ChannelService } from './service.ts'

export function mountKeyRoutes(api: AdminApi, { keys }: ChannelService): void {
  api.route('POST /api/channel/multi_key/manage', async ({ body, audit, raw, caller }) => {
    switch (body.action) {
      case 'get_key_status':
        return { data: await keys.list(body, languageOf(raw.headers, caller)) }
      case 'delete_key':
        await keys.delete(body, audit)
        return {}
      case 'delete_disabled_keys':
        return { data: await keys.delete(body, audit) }
      default:
        await keys.switch(body, audit)
        return {}
    }
  })
  api.route('POST /api/channel/:id/key', () => keys.reveal())
}
