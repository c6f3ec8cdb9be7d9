import type { OptionValues } from './option-registry.ts'

/** Whether new accounts may be created. A site for oneself has none, whatever its switch for registration says. */
export const isRegistrationOpen = (options: Pick<OptionValues, 'RegisterEnabled' | 'SelfUseModeEnabled'>): boolean =>
  options.RegisterEnabled && !options.SelfUseModeEnabled
