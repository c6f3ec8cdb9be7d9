import { SettingsCard } from '../settings-card.tsx'
import { ratelimitCards } from './cards.ts'

const RatelimitTab = () =>
  Object.values(ratelimitCards).map((card) => <SettingsCard key={card.id} card={card} />)
export default RatelimitTab
