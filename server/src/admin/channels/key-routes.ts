import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { ChannelService } from './service.ts'

export function mountKeyRoutes(api: AdminApi, { keys }: ChannelService): void {
  api.route('POST /api/channel/multi_key/manage', async ({ body, audit, raw, caller }) => ({
    data: await keys.manage(body, { language: languageOf(raw.headers, caller), audit }),
  }))
  api.route('POST /api/channel/:id/key', () => keys.reveal())
}
