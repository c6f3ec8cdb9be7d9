import { InfoCard } from './info-card.tsx'
import { TextCard } from './text-card.tsx'

export default function OtherTab() {
  return (
    <>
      <InfoCard />
      <TextCard id="notice" hasPreview />
      <TextCard id="name" />
      <TextCard id="logo" />
      <TextCard id="home" hasPreview />
      <TextCard id="about" hasPreview />
      <TextCard id="footer" />
    </>
  )
}
