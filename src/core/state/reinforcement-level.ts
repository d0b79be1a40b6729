import { z } from 'zod';

export const reinforcementSchema = z.enum(['OFF', 'MINIMAL', 'STANDARD', 'AGGRESSIVE']);
export type Reinforcement = z.infer<typeof reinforcementSchema>;

/** ADAPTIVE moves between the levels; every other setting pins one. */
export const reinforcementSettingSchema = z.enum([...reinforcementSchema.options, 'ADAPTIVE']);
export type ReinforcementSetting = z.infer<typeof reinforcementSettingSchema>;

export function startingLevel(setting: ReinforcementSetting): Reinforcement {
  return setting === 'ADAPTIVE' ? 'MINIMAL' : setting;
}
