declare module "virtual:icons/*";
