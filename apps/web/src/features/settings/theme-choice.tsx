import { SegmentedControl, useMantineColorScheme } from '@mantine/core'

const themes = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Light, dark, or what the system has; kept in this browser. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <section>
      <h2 id="theme">Theme</h2>
      <SegmentedControl
        aria-labelledby="theme"
        data={themes}
        value={colorScheme}
        onChange={value => setColorScheme(value as typeof colorScheme)}
      />
    </section>
  )
}
