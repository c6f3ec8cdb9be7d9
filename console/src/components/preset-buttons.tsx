import { Button } from 'antd'
import css from './preset-buttons.module.css'

export interface Preset {
  key: string
  label: string
  /** Whether the field has this value; absent = unknown. */
  isChosen?: boolean
  choose(): void
}

/** Values offered below a field. */
export function PresetButtons({ presets, disabled }: { presets: Preset[]; disabled?: boolean | undefined }) {
  return (
    <span className={css.presets}>
      {presets.map(({ key, label, isChosen, choose }) => (
        <Button key={key} size="small" disabled={disabled} aria-pressed={isChosen} onClick={choose}>
          {label}
        </Button>
      ))}
    </span>
  )
}
