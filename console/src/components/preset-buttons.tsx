import { Button } from 'antd'
import css from './preset-buttons.module.css'

interface Preset {
  key: string
  label: string
  /** Whether the field has this value; absent = unknown. */
  isChosen?: boolean
  choose(): void
}

interface PresetButtonsProps {
  presets: Preset[]
  disabled?: boolean | undefined
  /** The name of the group. */
  label?: string
}

/** Values offered below a field. */
export function PresetButtons({ presets, disabled, label }: PresetButtonsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take a legend and a border.
    <span className={css.presets} role="group" aria-label={label}>
      {presets.map(({ key, label, isChosen, choose }) => (
        <Button key={key} size="small" disabled={disabled} aria-pressed={isChosen} onClick={choose}>
          {label}
        </Button>
      ))}
    </span>
  )
}
