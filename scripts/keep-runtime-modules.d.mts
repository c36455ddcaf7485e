export function runtimeDependencies(): Record<string, string>;
