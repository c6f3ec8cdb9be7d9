import { route } from '../route.ts'
import { signedIn } from '../session.ts'
import { setupRequest, setupStatus } from '../setup.ts'

export const setupRoutes = {
  'GET /api/setup': route({ access: 'public', summary: 'Whether set-up was done', data: setupStatus }),
  'POST /api/setup': route({
    access: 'public',
    critical: true,
    summary: 'Sets the system up, once, and logs in the administrator that it creates',
    body: setupRequest,
    data: signedIn.optional(),
    invalid: 'setup_invalid',
    errors: ['already_initialised', 'server_overloaded', 'setup_invalid', 'setup_token_wrong'],
  }),
}
