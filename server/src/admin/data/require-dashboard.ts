import { GatewayError } from '../../core/errors.ts'
import type { State } from '../../state/snapshot.ts'

/** The options. Throws GatewayError `dashboard_disabled` while the dashboard is off. */
export function requireDashboard(state: Pick<State, 'current'>) {
  const { options } = state.current()
  if (!options.DataExportEnabled) throw new GatewayError('dashboard_disabled')
  return options
}
