import { PresetButtons } from './preset-buttons.tsx'

interface CountPresetsProps {
  presets: readonly number[]
  value: number | null | undefined
  disabled?: boolean
  onChoose(count: number): void
}

/** Numbers offered below the field of a count. */
export const CountPresets = ({ presets, value, disabled, onChoose }: CountPresetsProps) => (
  <PresetButtons
    disabled={disabled}
    presets={presets.map((preset) => ({
      key: String(preset),
      label: String(preset),
      isChosen: value === preset,
      choose: () => onChoose(preset),
    }))}
  />
)
