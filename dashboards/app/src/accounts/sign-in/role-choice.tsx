import type { Role } from "./me.ts";

const roles = {
  viewer: "viewer: view-only access",
  member: "member: can make changes",
  admin: "admin: full access",
} as const;

interface Props {
  readonly label: string;
  readonly role: Role;
  readonly onChoose: (role: Role) => void;
  readonly id?: string;
}

export function RoleChoice({ label, role, onChoose, id }: Props) {
  return (
    <select id={id} aria-label={label} value={role} onChange={({ target }) => onChoose(target.value as Role)}>
      {Object.entries(roles).map(([each, means]) => (
        <option key={each} value={each}>
          {means}
        </option>
      ))}
    </select>
  );
}
