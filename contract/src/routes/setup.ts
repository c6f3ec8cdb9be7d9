import { route } from '../route.ts'
import { setupRequest, setupStatus } from '../setup.ts'
import { user } from '../user.ts'

export const setupRoutes = {
  'GET /api/setup': route({ access: 'public', summary: 'Whether set-up was done', data: setupStatus }),
  'POST /api/setup': route({
    access: 'public',
    critical: true,
    summary: 'Sets the system up, once, and signs in the administrator that it creates',
    body: setupRequest,
    data: user.optional(),
    invalid: 'setup_invalid',
    errors: ['already_initialised', 'server_overloaded', 'setup_invalid', 'setup_token_wrong'],
  }),
}
