import { ratioConfig } from '../ratio-config.ts'
import { route } from '../route.ts'

export const ratioConfigRoutes = {
  'GET /api/ratio_config': route({
    access: 'public',
    summary: 'The prices of this site, where the operator publishes them',
    data: ratioConfig,
    errors: ['ratio_config_off'],
  }),
}
