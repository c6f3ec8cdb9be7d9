import { SettingsCard } from '../settings-card.tsx'
import { systemCards } from './cards.ts'

const SystemTab = () => Object.values(systemCards).map((card) => <SettingsCard key={card.id} card={card} />)
export default SystemTab
