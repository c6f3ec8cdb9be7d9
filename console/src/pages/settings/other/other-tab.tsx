import { SettingsCard } from '../settings-card.tsx'
import { otherCards } from './cards.ts'

const OtherTab = () => Object.values(otherCards).map((card) => <SettingsCard key={card.id} card={card} />)
export default OtherTab
