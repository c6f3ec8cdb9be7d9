import { expressionsCard } from '@sluice/contract/options/prices'
import { SettingsCard } from '../settings-card.tsx'

/** Models that are priced by an expression. */
export function ExpressionsCard() {
  return <SettingsCard card={expressionsCard} />
}
