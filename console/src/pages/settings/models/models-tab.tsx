import { SettingsCard } from '../settings-card.tsx'
import { modelCards } from './cards.ts'

const ModelsTab = () => Object.values(modelCards).map((card) => <SettingsCard key={card.id} card={card} />)
export default ModelsTab
