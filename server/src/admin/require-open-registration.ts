import { GatewayError } from '../core/errors.ts'
import { isRegistrationOpen } from '../state/registration-open.ts'
import { isSetUp } from '../store/setups.ts'
import type { AdminDependencies } from './dependencies.ts'

/** Throws register_disabled where accounts may not be created: also before the set-up, which asks for it. */
export async function requireOpenRegistration({ db, state }: Pick<AdminDependencies, 'db' | 'state'>): Promise<void> {
  if (!isRegistrationOpen(state.current().options) || !(await isSetUp(db))) throw new GatewayError('register_disabled')
}
