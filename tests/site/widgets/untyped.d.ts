declare module "@yaireo/tagify";
declare module "tom-select";
