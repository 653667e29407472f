export function trimPackages(packages: string, machine?: { platform: string; arch: string }): void
